// Finds an nginx for the test of several servers behind a proxy; on Debian and Ubuntu as root, installs it.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { installDebian } from './debian.mjs'

const found = () => {
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/bin',
  ]
  return [process.env.NGINX_PATH, ...folders.map((f) => path.join(f, 'nginx'))].find((p) => p && existsSync(p))
}

/** Where nginx is; installed where that can be done. */
export const installNginx = () => found() ?? (installDebian('nginx') ? found() : undefined)

/** Where nginx is; without one, says so, and the test that needs it is left out. */
export function ensureNginx() {
  const have = installNginx()
  if (!have) {
    console.warn(
      'There is no nginx here, so several servers behind a proxy are not tested. Install it (Debian, Ubuntu: sudo ' +
        'apt-get install nginx), or say where it is: NGINX_PATH=/path/to/nginx npm test',
    )
  }
  return have
}
