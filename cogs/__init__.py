"""The Discord interface: a package per command, with its panels."""
