import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { endsWithFile } from './file-end.ts'
import { aFolder } from './folder.ts'
import { freePort } from './free-port.ts'

/** Path of HAProxy: `npm test` finds or installs it and sets HAPROXY_PATH. */
export const haproxyPath = [process.env['HAPROXY_PATH'], '/usr/sbin/haproxy'].find((file) => file && existsSync(file))

const guide = path.resolve(import.meta.dirname, '../../docs/guides/proxies/haproxy.cfg')

/**
 * Starts HAProxy with docs/guides/proxies/haproxy.cfg in front of servers on these loopback ports, and returns its URL.
 * Only ports and the number of connections differ from the guide. Stops when the file ends.
 */
export const startHaproxy = async (ports: readonly [number, number, number]): Promise<string> => {
  const folder = await aFolder('haproxy')
  const port = await freePort()
  const moved = new Map([[4400, port], ...ports.map((to, at) => [4401 + at, to] as const)])
  const text = (await readFile(guide, 'utf8')).replace(/\b440[0-3]\b/g, (from) => String(moved.get(Number(from))))
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(file, text.replace('bind :', 'bind 127.0.0.1:').replace('maxconn 60000', 'maxconn 4000'))
  const child = endsWithFile(spawn(haproxyPath ?? 'haproxy', ['-f', file, '-db']), 'SIGTERM')
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += String(chunk)
  })
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}: ${output}`)
    const isUp = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return url
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
