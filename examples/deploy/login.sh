#!/bin/sh
# Makes the login of the gateways, which owns nothing; `vouch migrate` grants it the session roles.
set -eu
psql --username postgres --dbname vouch --set "password=$(cat /run/secrets/vouch_password)" <<'SQL'
create role vouch login password :'password';
SQL
