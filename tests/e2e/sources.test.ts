import { expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { warehouseDatabase } from '../support/warehouse-database.ts'
import { aVisitor } from './visitor.ts'

it('a table is previewed and saved as exposures, from when it is told to', async () => {
  const { url } = await testServer({ FANION_ALLOW_PRIVATE_ADDRESSES: '1' })
  const owner = await anOwner(url, 'shop')
  const others = await warehouseDatabase()
  await others.run(`
    create table seen (person text, run text, variant text, at timestamptz);
    insert into seen values ('ada', 'run-1', 'on', now() - interval '1 hour')`)
  const { allowPrivate: _, ...connection } = await others.aReader()
  const place = { project: 'shop', environment: 'production', key: 'warehouse', kind: 'postgresql' } as const
  await owner.api.sources.save.mutate({ ...place, ...connection })

  const { page } = await aVisitor(await aChromium(), url, owner)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/p/shop/metrics/sources/warehouse')
  await button('Add fact').click()
  await page.getByLabel('Rows are').selectOption('exposures')
  const sql = page.getByRole('textbox', { name: 'SQL' })
  // An example query for this case, because nothing was entered yet.
  expect(await sql.inputValue()).toContain('variant')
  const query = 'select person as unit, run, variant, at from seen where at >= {{from}} and at < {{to}}'
  await sql.fill(query.replace('at from', 'at, 1 as price from'))
  await button('Preview').click()
  await page.getByText('exposures have no property price; leave the column out').waitFor()
  await page.getByRole('cell', { name: 'ada' }).waitFor()
  await sql.fill(query)
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10)
  await page.getByLabel('Since').fill(`${yesterday}T10:30`)
  await button('Save').click()
  await page.getByRole('heading', { name: 'Exposures' }).waitFor()
  const [source] = await owner.api.sources.list.query({ project: 'shop' })
  expect(source?.facts).toMatchObject([{ event: null, query, by: null }])
  const since = await page.evaluate((local) => new Date(local).toISOString(), `${yesterday}T10:30`)
  expect(source?.facts[0]?.since).toBe(since)
})
