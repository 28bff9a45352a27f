import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hasOwner } from '../../features/access/accounts/queries.ts'
import type { Server } from '../../server.ts'
import { type Demo, fillDemoProject } from './fill-demo-project.ts'
import { startTraffic } from './traffic.ts'

/**
 * Sets up the demo project `shop` in an empty installation, prints a sign-in and keys, and writes them to `demo.json`
 * in the data folder. If it is already set up, only prints them; if the installation is in use, says so. Unless
 * `quiet`, starts simulated applications; the returned function stops them.
 */
export async function startDemo(server: Server, dataDir: string, quiet: boolean): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'demo.json')
  const kept = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Demo) : undefined
  if (!kept && (await hasOwner(server.services.db))) {
    console.log('  This server already has data, so --demo didn’t change it. To run a separate demo:\n')
    console.log('    FANION_DATA_DIR=.fanion-demo PORT=4401 npm start -- --demo\n')
    return () => Promise.resolve()
  }
  const demo = kept ? { ...kept, url: server.url } : await fillDemoProject(server)
  await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  console.log('  The demo project is "shop". Sign in with:\n')
  console.log(`    ${demo.owner.email}   ${demo.owner.password}\n`)
  for (const [environment, keys] of Object.entries(demo.keys)) {
    console.log(`    ${environment.padEnd(12)} ${keys.server}`)
  }
  console.log(`\n  These credentials are saved in ${file}.`)
  if (quiet) console.log('')
  else console.log('  Applications of the shop read its flags; --demo=quiet starts without them.\n')
  return quiet ? () => Promise.resolve() : startTraffic(demo)
}
