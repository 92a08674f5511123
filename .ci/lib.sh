# Functions that the scripts beside this one share.

heading() {
  printf '\n==== %s ====\n' "$*"
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

apt_install() {
  as_root apt-get update
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

has_postgres_binaries() {
  command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null
}

# Installs what tests use beside Node.js. scripts/test.ts takes a server that runs, and starts a throw-away one where
# there is none. test/faults stops and starts one of its own in any case.
install_machine() {
  heading 'Chromium'
  [ -x /usr/bin/chromium ] || apt_install chromium
  /usr/bin/chromium --version

  heading 'PostgreSQL'
  has_postgres_binaries || apt_install postgresql

  heading 'Redis'
  command -v redis-server >/dev/null || apt_install redis-server
  redis-server --version

  heading 'MariaDB'
  command -v mariadbd >/dev/null || [ -x /usr/sbin/mariadbd ] || apt_install mariadb-server
  /usr/sbin/mariadbd --version

  heading 'nginx'
  command -v nginx >/dev/null || apt_install nginx-light
  nginx -v

  heading 'PgBouncer'
  [ -x /usr/sbin/pgbouncer ] || apt_install pgbouncer
  /usr/sbin/pgbouncer --version
}

# Runs an npm script and leaves its output, with how long it took, in a file named after it.
leave_summary() {
  local log="${1/:/-}-summary.log"
  local status=0
  { time npm run "$1"; } 2>&1 | tee "$log" || status=$?
  printf '\nThe whole output is in %s.\n' "$log"
  return "$status"
}
