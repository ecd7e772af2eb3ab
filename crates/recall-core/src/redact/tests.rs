//! What must go, and what looks like it and must stay.

use super::{MARK, redact};

/// Letters and digits in the form of a secret, put together here so that no file holds one.
fn body(length: usize) -> String {
    "a1B2c3D4e5F6g7H8i9J0"
        .chars()
        .cycle()
        .take(length)
        .collect()
}

fn capitals(length: usize) -> String {
    "A1B2C3D4E5F6G7H8".chars().cycle().take(length).collect()
}

#[track_caller]
fn check_goes(text: &str, secret: &str) {
    let found = redact(text);
    assert!(!found.contains(secret), "{text:?} -> {found:?}");
    assert!(found.contains(MARK), "{text:?} -> {found:?}");
}

#[track_caller]
fn check_stays(texts: &[&str]) {
    for text in texts {
        assert_eq!(redact(text), *text);
    }
}

#[test]
fn tokens_go_by_their_prefixes() {
    for prefix in [
        "sk-ant-api03-",
        "sk-proj-",
        "sk-svcacct-",
        "sk-or-v1-",
        "sk-",
        "gsk_",
        "xai-",
        "hf_",
        "r8_",
        "pplx-",
        "tvly-",
        "ghp_",
        "gho_",
        "ghu_",
        "ghs_",
        "ghr_",
        "github_pat_",
        "glpat-",
        "glrt-",
        "gldt-",
        "xoxb-",
        "xoxp-",
        "xoxa-",
        "xoxr-",
        "xoxs-",
        "xapp-",
        "ya29.",
        "GOCSPX-",
        "dop_v1_",
        "dapi",
        "hvs.",
        "flyv1_",
        "npm_",
        "pypi-AgEI",
        "dckr_pat_",
        "rubygems_",
        "sk_live_",
        "sk_test_",
        "rk_live_",
        "rk_test_",
        "whsec_",
        "shpat_",
        "shpss_",
        "lin_api_",
        "figd_",
        "sntrys_",
    ] {
        let token = format!("{prefix}{}", body(64));
        for text in [
            format!("use {token} here"),
            format!("\"{token}\""),
            format!("curl -H 'x: {token}'."),
        ] {
            check_goes(&text, &token);
        }
    }
}

#[test]
fn keys_of_a_fixed_form_go() {
    for token in [
        format!("AKIA{}", capitals(16)),
        format!("ASIA{}", capitals(16)),
        format!("AIza{}", body(35)),
        format!("SG.{}.{}", body(22), body(43)),
        format!("AGE-SECRET-KEY-1{}", capitals(58)),
        format!("eyJ{}.eyJ{}.{}", body(20), body(30), body(43)),
    ] {
        check_goes(&format!("key: {token}\n"), &token);
    }
}

#[test]
fn private_keys_go_from_the_first_line_to_the_last() {
    for label in [
        "PRIVATE KEY",
        "RSA PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "EC PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
    ] {
        let inside = body(64);
        let key = format!("-----BEGIN {label}-----\n{inside}\n{inside}\n-----END {label}-----");
        assert_eq!(
            redact(&format!("before\n{key}\nafter")),
            format!("before\n{MARK}\nafter")
        );
        check_goes(
            &format!("-----BEGIN {label}-----\n{inside}\ncut off here"),
            &inside,
        );
    }
}

#[test]
fn passwords_in_urls_go_and_the_rest_of_the_url_stays() {
    for (before, after) in [
        ("postgres://app:", "@db.example.com:5432/app"),
        ("https://user:", "@example.com/path?x=1"),
        ("redis://:", "@127.0.0.1:6379"),
        ("git clone https://oauth2:", "@git.example.com/a/b.git"),
        ("amqp://guest:", "@rabbit/vhost"),
    ] {
        assert_eq!(
            redact(&format!("{before}hunter22!{after}")),
            format!("{before}{MARK}{after}")
        );
    }
}

#[test]
fn credentials_of_headers_go() {
    let token = body(40);
    for text in [
        format!("Authorization: Bearer {token}"),
        format!("authorization: bearer {token}"),
        format!("-H \"Authorization: Basic {token}==\""),
        format!("'Authorization': 'token {token}'"),
        format!("Bearer {token}"),
    ] {
        check_goes(&text, &token);
    }
}

#[test]
fn assignments_to_secret_names_go() {
    let value = body(24);
    for text in [
        format!("API_KEY={value}"),
        format!("export STRIPE_SECRET_KEY={value}"),
        format!("AWS_SECRET_ACCESS_KEY = \"{value}\""),
        format!("DB_PASSWORD='{value}'"),
        format!("\"password\": \"{value}\""),
        format!("\"apiKey\":\"{value}\""),
        format!("client_secret: {value}"),
        format!("auth_token = '{value}'"),
        format!("password: \"{value}\","),
        format!("X-Api-Key: {value}"),
        format!("--password={value}"),
        format!("token=\"{value}\""),
        format!("{{\\\"access_token\\\": \\\"{value}\\\"}}"),
        format!("PGPASSWORD={value} psql"),
        format!("SIGNING_KEY_BASE64={value}"),
        format!("passphrase => '{value}'"),
    ] {
        check_goes(&text, &value);
    }
    check_goes("DB_PASSWORD=correct-horse-battery", "correct-horse");
    check_goes("NPM_TOKEN=abcdefgh", "abcdefgh");
    check_goes("password: \"p@ssw0rd\"", "p@ssw0rd");
}

#[test]
fn hashes_ids_and_encoded_data_stay() {
    check_stays(&[
        "3f2a91c",
        "commit 3f2a91c77aa01b5e8c3d4f5a6b7c8d9e0f1a2b3c",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "550e8400-e29b-41d4-a716-446655440000",
        "integrity sha512-oeqJnN0mXg0u8hX9zJdQpVn1T3xw5bKk1kFZ2o6d7mYwq9c4L8rTtU3vS1eA0bC==",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGb1 me@host",
        "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
        "toolu_01ES96vdAseGHafiSAFg353R",
        "msg_01XFDUDYJgAACzvnptvVoYEL",
        "req_011CSHoEeqs5C35K2UUqR7Fy",
        "ASIAPACIFICREGION2026",
        "AKIAN is a name and AKIA is none",
        "eyJhbGciOiJIUzI1NiJ9",
        "0x1234567890abcdef1234567890abcdef12345678",
        "1Z999AA10123456784",
    ]);
}

#[test]
fn names_that_only_speak_of_secrets_stay() {
    check_stays(&[
        "max_tokens: 4096",
        "\"max_tokens\": 8192,",
        "token_count = 170000",
        "TOKEN_LIMIT=5000",
        "input_tokens 1234, output_tokens 56",
        "next_token: abc123def456",
        "TOKEN_URL=https://example.com/oauth/token",
        "KEY_PATH=/etc/ssl/private/key1.pem",
        "private_key: ~/.ssh/id_ed25519",
        "keyboard: qwerty123456",
        "monkey=banana123456",
        "primary_key: user_id_12345",
        "PWD=/home/me/project1",
        "PWD=project12345",
        "tokenizer=cl100k_base",
        "secret-santa-2026 branch",
    ]);
}

#[test]
fn code_that_handles_secrets_stays() {
    check_stays(&[
        "let token = parse_token(input)?;",
        "const token = await getToken2(user);",
        "secret := os.Getenv(\"SECRET\")",
        "password = config.auth.password2",
        "password: string",
        "password: String,",
        "token: &str, secret: Option<String>",
        "apiKey: process.env.API_KEY,",
        "api_key = os.environ[\"API_KEY\"]",
        "if token == expected1234 {",
        "password::hash2_verify(input)",
        "token=None",
        "\"token\": \"string\"",
    ]);
}

#[test]
fn places_for_a_secret_stay() {
    check_stays(&[
        "api_key=${API_KEY}",
        "API_KEY=$OTHER_KEY",
        "API_KEY=<your key>",
        "API_KEY=your-api-key-here",
        "PASSWORD=changeme",
        "\"password\": \"********\"",
        "SECRET_KEY=xxxxxxxx",
        "TOKEN=example-token-1234",
    ]);
}

#[test]
fn prose_about_secrets_stays() {
    check_stays(&[
        "the token 42 was not found",
        "a token ring with 4 nodes",
        "basic usage of the 2026-edition",
        "Basic authentication is off",
        "the bearer of this letter",
        "bearer tokens are checked first",
        "password reset for 12 users",
        "the password: it must be 12 characters long",
        "パスワード: 12文字以上",
    ]);
}

#[test]
fn words_that_begin_like_a_token_stay() {
    check_stays(&[
        "sk-learn is a library",
        "task-management-system-for-everyone-2026",
        "risk-assessment-of-the-year-2026-and-more-of-it",
        "ghp_ is a prefix",
        "ghp_short1",
        "hf_transfer is faster",
        "npm_config_registry",
        "npm_package_json",
        "xoxb-",
        "desk-ant-farm1234567890123456789",
        "glpat- and glrt- are prefixes",
        "dapi_reference_of_version_2",
        "SG.1",
        "gsk_",
        "AIzaShort",
        "my_sk_live_music_venue",
    ]);
}

#[test]
fn urls_without_a_password_stay() {
    check_stays(&[
        "https://example.com:8080/path",
        "https://user@example.com/path",
        "postgres://app:$PASSWORD@db/app",
        "postgres://app:<password>@db/app",
        "postgres://app:${DB_PASS}@db/app",
        "ssh://git@github.com:22/acme/api.git",
        "git@github.com:acme/api.git",
        "see http://a.example/x:y and me@example.com",
        "file:///home/me/a:b@c",
    ]);
}

#[test]
fn every_secret_of_a_text_goes_and_what_is_between_stays() {
    let (one, two) = (format!("ghp_{}", body(36)), format!("glpat-{}", body(20)));
    assert_eq!(
        redact(&format!("{one} and {two}, 日本語")),
        format!("{MARK} and {MARK}, 日本語")
    );
}

#[test]
fn what_is_redacted_already_stays_so() {
    let once = redact(&format!("API_KEY={}", body(24))).into_owned();
    assert_eq!(redact(&once), once);
}

#[test]
fn a_text_that_ends_in_the_middle_of_a_rule_comes_back() {
    check_stays(&[
        "",
        "://",
        "token=",
        "password: \"",
        "Bearer ",
        "-----BEGIN ",
        "token=日本語",
        "\\",
        "secret\\\":",
    ]);
}
