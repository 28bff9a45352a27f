import { execFileSync, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { endsWithFile } from '../support/file-end.ts'
import { aFolder } from '../support/folder.ts'
import { aDatafile, aFlag, serverKey, WireServer } from './wire-server.ts'

/** Makes mounts that only one process and its children see: as root, or with user namespaces if they are allowed. */
const apart = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--mount'] as const
const mountable = (() => {
  try {
    execFileSync(apart[0], [...apart.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/**
 * Caches its datafile on a disk of 64 kB, prints each error, and finally the folder's files and whether the cached one
 * is intact.
 */
const program = (url: string, folder: string) => `
  import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
  import { createFanion, defineFlags } from '${path.resolve('src/client/sdk/node/index.ts')}'
  const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
  const fanion = createFanion({ url: '${url}', key: '${serverKey}', flags, cacheFile: '${folder}/flags.json', telemetry: false })
  const say = (line) => console.log(JSON.stringify(line))
  const kept = () => JSON.parse(readFileSync('${folder}/flags.json', 'utf8')).datafile.revision
  fanion.on('error', ({ message }) => say({ fault: message }))
  fanion.on('change', ({ revision }) => say({ revision, on: fanion.flags.checkout() }))
  await fanion.ready()
  for (;;) {
    try { if (kept() === 1) break } catch {}
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  let filling = 65536
  for (;;) {
    try { writeFileSync('${folder}/other', 'x'.repeat(filling)); break } catch { filling -= 512 }
  }
  say({ full: true })
  process.on('SIGTERM', async () => {
    await fanion.close()
    say({ files: readdirSync('${folder}').sort(), kept: kept() })
    process.exit(0)
  })
`

// On other machines, tests/sdk/sources.test.ts simulates ENOSPC.
it.skipIf(!mountable)('a disk that is full costs a program nothing but its file, which stays as it was', async () => {
  const folder = await aFolder('full')
  const server = await new WireServer(aDatafile(1, [aFlag('checkout', true)])).start()
  onTestFinished(() => server.stop())
  const file = path.join(folder, 'program.mjs')
  const disk = path.join(folder, 'disk')
  await writeFile(file, program(server.url, disk))
  const script = `mkdir '${disk}' && mount -t tmpfs -o size=64k tmpfs '${disk}' && exec '${process.execPath}' '${file}'`
  const child = endsWithFile(spawn(apart[0], [...apart.slice(1), 'sh', '-c', script]))
  const said: Record<string, unknown>[] = []
  let complaint = ''
  child.stdout.on('data', (text: Buffer) => {
    for (const line of String(text).trim().split('\n')) said.push(JSON.parse(line))
  })
  child.stderr.on('data', (text: Buffer) => {
    complaint += String(text)
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const heard = async (field: string) => {
    while (!said.some((line) => field in line)) {
      if (child.exitCode !== null) throw new Error(`it ended: ${complaint}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  await heard('full')
  server.publish(aFlag('checkout', false, { salt: 'a longer one'.repeat(400) }))
  await heard('fault')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(said).toContainEqual({ revision: 2, on: false })
  expect(said.find((line) => 'fault' in line)).toEqual({ fault: expect.stringMatching(/could not be written: ENOSPC/) })
  expect(said.at(-1)).toEqual({ files: ['flags.json', 'other'], kept: 1 })
})
