// Finds nginx for the test with several servers behind a proxy. Installs it on Debian and Ubuntu as root.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { installDebian } from './debian.mjs'

const find = (name, told) => {
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/bin',
  ]
  return [told, ...folders.map((f) => path.join(f, name))].find((p) => p && existsSync(p))
}

const found = () => find('nginx', process.env.NGINX_PATH)
const foundHaproxy = () => find('haproxy', process.env.HAPROXY_PATH)

/** Returns the path of HAProxy, the other proxy of that test, installed if possible. */
export const installHaproxy = () => foundHaproxy() ?? (installDebian('haproxy') ? foundHaproxy() : undefined)

/** Returns the path of nginx, installed if possible. */
export const installNginx = () => found() ?? (installDebian('nginx') ? found() : undefined)

/** Returns the path of nginx. Without one, prints that its test is skipped. */
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
