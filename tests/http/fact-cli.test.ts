import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../support/cli.ts'
import { aFolder } from '../support/folder.ts'
import { anOwner, testServer } from '../support/server.ts'
import { warehouseDatabase } from '../support/warehouse-database.ts'

it('fanion fact lists what is read of tables, tries a query, and has one read', async () => {
  const { url } = await testServer({ FANION_ALLOW_PRIVATE_ADDRESSES: '1' })
  const { api, project } = await anOwner(url)
  const scopes = [{ project, role: 'admin' as const }]
  const { text } = await api.tokens.create.mutate({ name: 'facts', scopes })
  const folder = await aFolder('facts')
  const env = { FANION_URL: url, FANION_TOKEN: text, XDG_CONFIG_HOME: folder }
  const fanion = (...args: string[]) => runCli(['fact', ...args, '--project', project], env)
  expect((await fanion('list')).said).toBe('There are no sources of events.')

  const others = await warehouseDatabase()
  await others.run(`
    create table orders (person text, at timestamptz);
    insert into orders values ('ada', now() - interval '1 hour')`)
  const { allowPrivate: _, ...connection } = await others.aReader()
  const shop = { project, environment: 'production', key: 'shop', kind: 'postgresql' } as const
  await api.sources.save.mutate({ ...shop, ...connection })
  const query = 'select person as unit, at from orders where at >= {{from}} and at < {{to}}'
  const file = path.join(folder, 'orders.sql')
  await writeFile(file, query)
  const preview = await fanion('preview', 'shop', file)
  expect(preview).toMatchObject({ code: 0, said: expect.stringMatching(/^"unit"\t"at"\n"ada"\t"20/) })
  expect(await fanion('preview', 'shop', file, '--exposures')).toMatchObject({
    code: 1,
    said: expect.stringContaining('there is no column run'),
  })
  expect(await fanion('preview', 'shop')).toMatchObject({ code: 2, said: expect.stringContaining('orders.sql') })
  await api.facts.save.mutate({
    ...{ project, source: 'shop', event: 'order', query, declare: { name: 'Order', value: null } },
  })
  expect(await fanion('read', 'shop', 'order')).toMatchObject({ code: 0, said: 'order of shop is read next' })
  expect(await fanion('read', 'shop', '--exposures')).toMatchObject({
    code: 1,
    said: expect.stringContaining('shop has no fact that gives exposures.'),
  })
  expect((await fanion('list')).said).toMatch(/^shop: postgresql .*, for production\n {2}order: /)
})
