import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

export type DemoServer = {
  url: URL
  /** Data folder. */
  data: string
  demo: { owner: { email: string; password: string }; keys: Record<string, { server: string; client: string }> }
  stop: () => Promise<void>
}

const root = path.resolve(import.meta.dirname, '..')

/**
 * Starts a built Fanion with the demo project in its own process, on a free port and with its own data folder. Accepts
 * more settings and another folder.
 */
export async function demoServer(settings: Record<string, string> = {}, home = root): Promise<DemoServer> {
  const data = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-'))
  const env = { ...process.env, PORT: '0', FANION_DATA_DIR: data, LOG_LEVEL: 'error', ...settings }
  const child = spawn(process.execPath, [path.join(home, 'bin/fanion.js'), 'start', '--demo=quiet'], { env })
  process.once('exit', () => child.kill())
  await line(child, /Ctrl-C/)
  const { url, ...demo } = JSON.parse(await readFile(path.join(data, 'demo.json'), 'utf8'))
  const stop = async () => {
    await stopped(child)
    await rm(data, { recursive: true, force: true })
  }
  return { url: new URL(url), data, demo, stop }
}

/** Starts a built relay of a server or of another relay in its own process. */
export async function relayOf(
  upstream: URL,
  keys: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<{ url: URL; stop: () => Promise<void> }> {
  const data = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-'))
  const settings = { PORT: '0', FANION_DATA_DIR: data, LOG_LEVEL: 'error', FANION_STREAMS_PER_ADDRESS: '0' }
  const env = {
    ...{ ...process.env, ...settings, ...more },
    ...{ FANION_UPSTREAM: upstream.origin, FANION_RELAY_KEYS: keys.join() },
  }
  const child = spawn(process.execPath, [path.join(root, 'bin/fanion.js'), 'relay'], { env })
  process.once('exit', () => child.kill())
  const said = await line(child, /Ctrl-C/)
  const stop = async () => {
    await stopped(child)
    await rm(data, { recursive: true, force: true })
  }
  return { url: new URL(/http:\S+/.exec(said)?.[0] ?? ''), stop }
}

/** Starts a script of this folder in its own process and returns the first line of its output. */
export async function script(file: string): Promise<{ said: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [path.join(root, 'bench', file)])
  process.once('exit', () => child.kill())
  return { said: await line(child, /\n/), stop: () => stopped(child) }
}

const line = (child: ChildProcess, pattern: RegExp) =>
  new Promise<string>((resolve, reject) => {
    let said = ''
    const note = (text: Buffer) => {
      said += String(text)
      if (pattern.test(said)) resolve(said.trim())
    }
    child.stdout?.on('data', note)
    child.stderr?.on('data', note)
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })

const stopped = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.removeAllListeners('exit')
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
