import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { endsWithFile } from './file-end.ts'
import { aFolder } from './folder.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** Path of nginx: `npm test` finds or installs it and sets NGINX_PATH. */
export const nginxPath = [process.env['NGINX_PATH'], '/usr/sbin/nginx'].find((file) => file && existsSync(file))

const guide = path.resolve(import.meta.dirname, '../../docs/guides/proxies/nginx.conf')

/** A running nginx: its HTTP URL and its HTTPS URL, which is null without openssl to create a certificate. */
export type Nginx = { readonly url: string; readonly secureUrl: string | null }

/** Creates a one-day certificate for the loopback address. Returns false without openssl. */
const certify = async (folder: string): Promise<boolean> => {
  await mkdir(folder)
  const made = run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')],
  ])
  return made.then(
    () => true,
    () => false,
  )
}

/**
 * Starts nginx with docs/guides/proxies/nginx.conf in front of servers on these loopback ports. Only ports and file
 * paths differ from the guide. Stops when the file ends.
 */
export async function startNginx(ports: readonly [number, number, number]): Promise<Nginx> {
  const folder = await aFolder('nginx')
  const [port, secure] = [await freePort(), await freePort()]
  const moved = new Map([[4400, port], [4443, secure], ...ports.map((to, at) => [4401 + at, to] as const)])
  const isSecure = await certify(path.join(folder, 'tls'))
  const written = await readFile(guide, 'utf8')
  const text = (isSecure ? written : written.replaceAll(/^ *(listen 4443|ssl_).*\n/gm, '')).replace(
    /\b44(0[0-3]|43)\b/g,
    (from) => String(moved.get(Number(from)) ?? from),
  )
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const places = kinds.map((kind) => `  ${kind}_temp_path ${folder}/${kind};`).join('\n')
  await writeFile(path.join(folder, 'nginx.conf'), text.replace('http {\n', `http {\n${places}\n`))
  const main = `daemon off; pid ${folder}/nginx.pid; error_log stderr warn;${process.getuid?.() === 0 ? ' user root;' : ''}`
  const child = endsWithFile(
    spawn(nginxPath ?? 'nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-g', main]),
    'SIGTERM', // its workers would outlive a killed main process
  )
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk)
  })
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${said}`)
    const answered = await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
    if (answered) return { url, secureUrl: isSecure ? `https://127.0.0.1:${secure}` : null }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Like {@link startNginx}. Returns its HTTP URL. */
export const anNginx = async (ports: readonly [number, number, number]): Promise<string> =>
  (await startNginx(ports)).url
