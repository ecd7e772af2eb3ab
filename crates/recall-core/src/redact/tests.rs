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
fn a_password_goes_however_long_the_name_around_it_is() {
    let user = "u".repeat(2_000);
    let text = format!("postgres://{user}:hunter22!@db.example.com/app");
    let found = redact(&text);
    assert_eq!(
        found,
        format!("postgres://{user}:{MARK}@db.example.com/app")
    );
    assert_eq!(redact(&found), found);
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
fn a_secret_before_the_one_that_an_earlier_sign_leads_to_goes_too() {
    let token = format!("ghp_{}", body(36));
    let cloned = format!("git clone https://{token}:x-oauth-basic@github.com/a/b");
    let expected = format!("git clone https://{MARK}:{MARK}@github.com/a/b");
    assert_eq!(redact(&cloned), expected);
    let named = format!("s://API_KEY={};m:{}@db", body(20), body(8));
    assert_eq!(redact(&named), format!("s://API_KEY={MARK};m:{MARK}@db"));
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

#[test]
fn settings_that_hold_no_secret_stay() {
    check_stays(&[
        "NODE_ENV=production",
        "PATH=/usr/local/bin:/usr/bin",
        "DATABASE_HOST=db-01.internal.example",
        "AWS_REGION=ap-northeast-1",
        "AWS_PROFILE=staging2",
        "KEY_ID=3",
        "SORT_KEY=created_at",
        "PARTITION_KEY=pk",
        "CACHE_KEY_PREFIX=app1:cache:",
        "SSH_KEY_PATH=~/.ssh/id_rsa",
        "TLS_KEY_FILE=./certs/server1.key",
        "PUBLIC_KEY=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
        "SECRET_NAME=projects/1/secrets/db",
        "TOKEN_TTL=3600",
        "TOKENS_PER_MINUTE=40000",
        "MAX_TOKENS=128000",
        "PASSWORD_MIN_LENGTH=12",
        "PASSWORD_RESET_URL=https://example.com/reset",
        "CREDENTIALS_FILE=/run/secrets/creds1.json",
        "PRIVATE_KEY_PATH=/etc/ssl/key1.pem",
        "API_KEY_HEADER=X-Api-Key",
        "USE_TOKEN=true",
        "COOKIE_SECRET=",
        "password=",
        "PASSWORD=\"\"",
        "token: ~",
        "secret: false",
        "api_key: null",
        "passwd: files systemd",
        "password: ${{ secrets.DB_PASSWORD }}",
        "token: ${{ secrets.GITHUB_TOKEN }}",
        "api_key: \"{{ vault_api_key }}\"",
        "password: \"%(db_password)s\"",
        "secretKeyRef: {name: db, key: password1}",
        "secretName: app-tls-2026",
        "imagePullSecrets: [regcred1]",
    ]);
}

#[test]
fn code_in_many_languages_stays() {
    check_stays(&[
        "fn verify_password(password: &str, hash: &str) -> bool {",
        "let secret = Secret::from_env(\"APP1\")?;",
        "self.token = token;",
        "token = self.tokens[0]",
        "if (token === null) return;",
        "const { token, secret } = req.body;",
        "export const API_KEY = process.env.API_KEY;",
        "apiKey: import.meta.env.VITE_API_KEY1,",
        "private_key = load_private_key(path1)",
        "accessKey = credentials.accessKey1.value",
        "password := flag.String(\"password\", \"\", \"the password\")",
        "var token *jwt.Token",
        "type Token struct { Kind int }",
        "func (t Token) String() string {",
        "match token { Token::Plus => 1, Token::Minus2 => 2 }",
        "tokens.push(Token::Number(42))",
        "lexer.next_token()?.kind == TokenKind::Ident1",
        "for (const key of Object.keys(map1)) {",
        "key = sorted(items1)[0]",
        "hotkey: ctrl1+shift+p",
        "onKeyDown={handleKey2}",
        "SELECT password_hash FROM users WHERE id = 12345678",
        "ALTER TABLE users ADD COLUMN api_key_id bigint",
        "PRIMARY KEY (tenant_id1, id)",
        "assert_eq!(token, expected_token1);",
        "expect(password).toBe(password2)",
        "#[arg(long, env = \"APP_TOKEN\")]",
        "@Value(\"${app.secret}\") private String secret;",
        "String password = System.getenv(\"DB_PASSWORD\");",
        "$password = $_POST['password1'];",
        "password = getpass.getpass()",
        "token, err := auth.NewToken(ctx1)",
        "secret, _ := hex.DecodeString(input1)",
        "this.csrfToken = readCookie('csrf2')",
        "headers.set('Authorization', `Bearer ${token}`)",
        "Authorization: Bearer $TOKEN",
        "Authorization: Bearer <token>",
    ]);
}

#[test]
fn names_and_numbers_of_the_trade_stay() {
    check_stays(&[
        "d41d8cd98f00b204e9800998ecf8427e",
        "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "docker.io/library/redis@sha256:0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9",
        "arn:aws:iam::123456789012:role/deploy-2026",
        "i-0abcd1234efgh5678 and vpc-0a1b2c3d4e5f67890",
        "projects/my-project-123456/locations/asia-northeast1",
        "v1.22.333-rc.4+build.5678",
        "rustc 1.95.0 (59807616e 2026-04-14)",
        "pool-worker-7f9c6d5b4d-x2x9k",
        "session 54c7fd11-084d-47c5-8d37-710a93e0124d",
        "index 3a9e5fe7..3b7c133c 100644",
        "0x7ffd5e8b3c40",
        "2026-11-30T09:31:27.123456789Z",
        "ISBN 978-3-16-148410-0",
        "+81-3-1234-5678",
        "bg-primary-500 hover:bg-primary-600 text-sm2",
        "AKIA and ASIA are prefixes of key ids",
        "ASIANINFRASTRUCTURE2026BANK",
        "sk-SK is the locale of Slovakia",
        "risk-adjusted-returns-of-2026-in-sk-and-cz",
        "eyJ is how a JSON object begins in base64",
        "npm_lifecycle_event=test",
        "hf_hub_download(repo_id1)",
        "xoxo, see you in 2026",
        "SG.UN.2026",
        "AIzawa 1234567890",
        "dapifer1234",
        "rk_live and sk_live are modes",
        "shpat_ tokens belong to shops",
        "glpat- is how they begin",
        "ya29 is a prefix",
        "pypi-publish-action-2026",
    ]);
}
