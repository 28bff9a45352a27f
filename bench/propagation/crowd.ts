// Keeps many streams open over raw sockets and reports to its parent when the last of them has received a revision.
import net from 'node:net'
import { nowMs } from './clock.ts'

const [url = '', key = '', count = '0', path = '/sdk/v1/stream'] = process.argv.slice(2)
const { hostname, port } = new URL(url)
const request = `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\n\r\n`
const heard = new Map<number, number>()
const size = Number(count)

/** Counts a stream that received the revision. Reports the time of the last one. */
function note(revision: number, bytes: number): void {
  const so = (heard.get(revision) ?? 0) + 1
  heard.set(revision, so)
  if (so === size) process.send?.({ revision, atMs: nowMs(), bytes })
}

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => socket.write(request))
    let rest = ''
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('close', () => process.send?.({ lost: true }))
    socket.on('data', (text: string) => {
      rest += text
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const event = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (/event: (?:datafile|put)/.test(event)) resolve()
        const revision = /event: patch\nid: (\d+)/.exec(event)?.[1]
        // LaunchDarkly versions begin at one
        const version = /event: patch\ndata: .*?"version":(\d+)/.exec(event)?.[1]
        if (revision !== undefined) note(Number(revision), event.length + 2)
        else if (version !== undefined) note(Number(version) - 1, event.length + 2)
      }
    })
  })
}

for (let opened = 0; opened < size; opened += 50) {
  await Promise.all(Array.from({ length: Math.min(50, size - opened) }, open))
}
process.send?.({ ready: true })
