import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSigner } from '../../src/server/platform/kernel/signer.ts'
import { createVault } from '../../src/server/platform/kernel/vault.ts'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { serverProgram, startProcess } from '../support/process.ts'
import { aBrowser, serverOn } from '../support/server.ts'

const [old, fresh] = ['the old secret of both', 'the new secret of both']
const webhookSecretPurpose = 'secret of a webhook'

/** Two servers on one database, each with a data folder. */
describe('a secret is changed while servers run', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let folders: string[]
  const servers: Awaited<ReturnType<typeof serverOn>>[] = []
  let browser: ReturnType<typeof aBrowser>
  let key: string
  const project = 'shop'
  const both = { FANION_SECRET: fresh, FANION_SECRET_PREVIOUS: old }

  const restart = async (at: number, secrets: Record<string, string>) => {
    await servers[at]?.server.close()
    const env = { FANION_DATA_DIR: folders[at] ?? '', FANION_ALLOW_PRIVATE_ADDRESSES: '1', ...secrets }
    servers[at] = await serverOn(database.url, env)
  }
  const fanion = (secrets: Record<string, string>, ...args: string[]) =>
    startProcess({ DATABASE_URL: database.url, FANION_DATA_DIR: folders[0] ?? '', ...secrets }, [
      serverProgram,
      ...args,
    ])
  const outputOf = async (...call: Parameters<typeof fanion>) => {
    const process = fanion(...call)
    await process.exited
    return process.output()
  }
  /** Creates a webhook on a server and returns its sealed secret. */
  const makeWebhook = async (at: number, name: string) => {
    const { api } = aBrowser(servers[at]?.url ?? '', browser.cookie())
    const webhook = {
      project,
      name,
      url: 'http://127.0.0.1:9/hook',
      actions: ['flag.create' as const],
      environments: null,
    }
    await api.webhooks.create.mutate(webhook)
    const row = await database.db
      .selectFrom('webhook')
      .select('secret')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return row.secret
  }
  const opens = (secret: string, sealed: string) => {
    try {
      return createVault(secret).open(sealed, webhookSecretPurpose).length > 0
    } catch {
      return false
    }
  }

  beforeAll(async () => {
    database = await testDatabase(2)
    folders = [await aFolder('rotate-a'), await aFolder('rotate-b')]
    for (const at of [0, 1]) await restart(at, { FANION_SECRET: old })
    browser = aBrowser(servers[0]?.url ?? '')
    await browser.api.account.setUp.mutate({ email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' })
    await browser.api.projects.create.mutate({ key: project, name: 'Shop' })
    key = createSigner(old).publicKey
  })

  it('step by step, one server after another, without a value that one of them can’t open', async () => {
    await restart(0, both)
    expect(opens(old, await makeWebhook(0, 'while the other has the old one alone'))).toBe(true)
    await restart(1, both)

    // Killed midway, then run again.
    const killed = fanion(both, 'secret', 'rotate')
    const next = async () =>
      (await database.db.selectFrom('installation').select('nextFingerprint').executeTakeFirst())?.nextFingerprint
    await expect.poll(next, { timeout: 30_000 }).toEqual(expect.any(String))
    killed.kill('SIGKILL')
    await killed.exited
    expect(await next()).toEqual(expect.any(String))
    expect(await outputOf(both, 'secret', 'rotate')).toMatch(
      /webhook.secret: 1 sealed again[^]*The database has the new secret/,
    )
    // Both servers seal with the new secret without a restart.
    for (const at of [0, 1]) expect(opens(fresh, await makeWebhook(at, `after it, on ${at}`))).toBe(true)

    for (const at of [0, 1]) await restart(at, { FANION_SECRET: fresh })
    const rows = await database.db.selectFrom('webhook').select('secret').execute()
    expect(rows.map(({ secret }) => opens(fresh, secret))).toEqual([true, true, true])
  })

  it('and applications see the same signing key, from the database and from the data folder', async () => {
    const secrets = { FANION_SECRET: fresh }
    const elsewhere = { ...secrets, FANION_DATA_DIR: await aFolder('rotate-c') }
    expect((await outputOf(elsewhere, 'signing-key')).trim()).toBe(key)
    const away = { ...secrets, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
    expect((await outputOf(away, 'signing-key')).trim()).toBe(key)
    // The file is useless without the secret.
    const file = await readFile(path.join(folders[0] ?? '', 'root-key'), 'utf8')
    const withOld = () => createVault(old).open(file.trim(), 'root key of the installation')
    expect(withOld).toThrow('authenticate')
  })
})
