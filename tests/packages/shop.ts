import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from '../../src/server/config.ts'
import { startServer } from '../../src/server/server.ts'
import { root } from '../sdk/installed.ts'
import { aFlag, where } from '../support/builders.ts'
import { testDatabase } from '../support/database.ts'
import { atFileEnd } from '../support/file-end.ts'
import { aFolder } from '../support/folder.ts'
import { aBrowser } from '../support/server.ts'

const run = promisify(execFile)

export type Shop = Awaited<ReturnType<typeof aShop>>

/**
 * A server that serves the packages of the build, with a project whose flag `checkout` pages may see. It is on for everybody in
 * development except `user-2`, until `turn` turns it off. Stopped when the file ends.
 */
export async function aShop() {
  const { url: databaseUrl } = await testDatabase()
  const home = await aFolder('shop')
  const config = readConfig({ PORT: '0', FANION_DATA_DIR: path.join(home, 'data'), LOG_LEVEL: 'error' })
  const server = await startServer(config, databaseUrl, path.join(root, 'dist/packages'))
  atFileEnd('servers', () => server.close())
  const { url } = server
  const { api } = aBrowser(url)
  const person = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' }
  await api.account.setUp.mutate({ ...person, token: server.services.setUpToken ?? undefined })
  const project = 'shop'
  const there = { project, environment: 'development' }
  await api.projects.create.mutate({ key: project, name: 'Shop' })
  await api.flags.create.mutate({ project, key: 'checkout', name: 'Checkout', visibleToClients: true })
  const serverKey = (await api.keys.create.mutate({ ...there, kind: 'server', name: 'Server' })).text
  const clientKey = (await api.keys.create.mutate({ ...there, kind: 'client', name: 'Client' })).text
  /** Publishes the flag, on or off for everybody but `user-2`, for whom it is always off. */
  const turn = async (on: boolean) => {
    const all = await api.environments.list.query({ project })
    const base = all.find((one) => one.key === there.environment)?.revision ?? 0
    const { heads } = await api.flags.get.query({ project, flag: 'checkout' })
    const { document } = heads[there.environment] ?? {}
    const changed = {
      ...aFlag()
        .rule(where('targetingKey', 'is', 'user-2'), 'off')
        .serving(on ? 'on' : 'off'),
      ...{ salt: document?.salt ?? '', visibleToClients: true },
    }
    const entries = [{ kind: 'flag' as const, key: 'checkout', document: changed }]
    await api.revisions.publish.mutate({ ...there, base, entries })
  }
  await turn(true)
  // installed once, as the README says, for all that need it
  const consumer = path.join(home, 'consumer')
  await mkdir(consumer)
  await writeFile(path.join(consumer, 'package.json'), '{ "private": true }\n')
  await writeFile(path.join(consumer, '.npmrc'), `@fanion:registry=${url}/npm/\n`)
  await run('npm', ['install', '--no-audit', '--no-fund', '@fanion/sdk'], { cwd: consumer })
  /** Gives a folder the client library, installed from the server's own registry, and a copy of other packages. */
  const install = async (folder: string, modules?: string) => {
    const into = path.join(folder, 'node_modules')
    if (modules !== undefined) await cp(modules, into, { recursive: true, verbatimSymlinks: true })
    await cp(path.join(consumer, 'node_modules/@fanion'), path.join(into, '@fanion'), { recursive: true })
  }
  /** What a program reads of its surroundings. */
  const env = { FANION_URL: url, FANION_KEY: serverKey, FANION_CLIENT_KEY: clientKey }
  return { url, api, project, serverKey, clientKey, turn, install, env }
}
