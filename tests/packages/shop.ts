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
 * A server that serves the built packages, with a project whose flag `checkout` is available to client keys. It is on
 * in development for all users except `user-2`, until `turn` turns it off. Stops at the end of the file.
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
  /** Publishes the flag on or off. It is always off for `user-2`. */
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
  /** Installs the SDK from the server's registry in a folder, and copies other packages. */
  const install = async (folder: string, modules?: string) => {
    const into = path.join(folder, 'node_modules')
    if (modules !== undefined) await cp(modules, into, { recursive: true, verbatimSymlinks: true })
    const library = path.join(into, '@fanion/sdk')
    await mkdir(library, { recursive: true })
    // without a package manager: documented.test.ts and registry.test.ts test those
    const served = await fetch(`${url}/sdk/fanion-sdk.tgz`)
    const tarball = path.join(folder, 'fanion-sdk.tgz')
    await writeFile(tarball, Buffer.from(await served.arrayBuffer()))
    await run('tar', ['-xzf', tarball, '-C', library, '--strip-components=1'])
  }
  /** Environment variables of an application. */
  const env = { FANION_URL: url, FANION_KEY: serverKey, FANION_CLIENT_KEY: clientKey }
  return { url, api, project, serverKey, clientKey, turn, install, env }
}
