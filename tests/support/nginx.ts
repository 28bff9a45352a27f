import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'

/** Where nginx is: `npm test` finds or installs it and says so in NGINX_PATH. */
export const nginxPath = [process.env['NGINX_PATH'], '/usr/sbin/nginx'].find((file) => file && existsSync(file))

const guide = path.resolve(import.meta.dirname, '../../docs/guides/nginx.conf')

/**
 * The nginx of docs/guides/nginx.conf in front of servers on these ports of the loopback address; gives its own address.
 * Nothing but ports and places of files differs from the guide. Stopped when the test ends.
 */
export async function anNginx(ports: readonly [number, number, number]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fanion-nginx-'))
  const port = await freePort()
  const moved = new Map([[4400, port], ...ports.map((to, at) => [4401 + at, to] as const)])
  const text = (await readFile(guide, 'utf8')).replace(/\b440[0-3]\b/g, (from) =>
    String(moved.get(Number(from)) ?? from),
  )
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const places = kinds.map((kind) => `  ${kind}_temp_path ${folder}/${kind};`).join('\n')
  await writeFile(path.join(folder, 'nginx.conf'), text.replace('http {\n', `http {\n${places}\n`))
  const main = `daemon off; pid ${folder}/nginx.pid; error_log stderr warn;${process.getuid?.() === 0 ? ' user root;' : ''}`
  const child = spawn(nginxPath ?? 'nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-g', main])
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onTestFinished(async () => {
    child.kill('SIGQUIT')
    const force = setTimeout(() => child.kill('SIGTERM'), 2_000)
    await ended
    clearTimeout(force)
    await rm(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${said}`)
    const answered = await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
    if (answered) return url
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
