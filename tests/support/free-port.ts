import net from 'node:net'

/** Below the ephemeral port range, so that no other program takes a port that was found free. */
const [lowest, count] = [15_000, 15_000] as const

// Each worker has its own range, and each run starts at another offset.
const parts = 16
const part = Math.floor(count / parts)
const first = lowest + (Number(process.env['VITEST_POOL_ID'] ?? 0) % parts) * part
let next = process.pid % part

/** Returns a loopback port that nothing listens on, and that no other test gets. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < part; tries++) {
    const port = first + (next++ % part)
    if (await isFree(port)) return port
  }
  throw new Error(`no port is free from ${first} to ${first + part - 1}`)
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = net.createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
