//! What install and uninstall do to a home folder and what the measures say, told by running them.

#[cfg(test)]
mod bench;
#[cfg(test)]
mod client;
#[cfg(test)]
mod cost;
#[cfg(test)]
mod home;
#[cfg(test)]
mod install;
#[cfg(test)]
mod places;
#[cfg(test)]
mod programs;
#[cfg(test)]
mod real_client;
#[cfg(test)]
mod server;
#[cfg(test)]
mod settings;
#[cfg(test)]
mod skill;
#[cfg(test)]
mod uninstall;
