import { randomBytes } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aChromium } from '../support/chromium.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

type Owner = Awaited<ReturnType<typeof anOwner>>

let browser: Browser
let server: Server
let url: string
let owner: Owner

const project = 'shop'

beforeAll(async () => {
  ;({ server, url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, project)
  await owner.api.flags.create.mutate({ project, key: 'checkout', name: 'Checkout', onIn: ['development'] })
})

const headIn = async (environment: string): Promise<{ revision: number; document: FlagDocument }> => {
  const head = (await owner.api.flags.get.query({ project, flag: 'checkout' })).heads[environment]
  if (head === undefined) throw new Error(`no head in ${environment}`)
  return head
}

const aMember = async (name: string, role: 'editor' | 'publisher'): Promise<Owner> => {
  const credentials = { email: `${name.toLowerCase()}@example.com`, password: randomBytes(12).toString('hex') }
  const { link } = await owner.api.invitations.create.mutate({ project, email: credentials.email, role })
  const member = aBrowser(url)
  await member.api.invitations.accept.mutate({
    token: link.split('/').at(-1) ?? '',
    name,
    password: credentials.password,
  })
  return { ...member, project, credentials }
}

describe('promises', () => {
  it('stop a scheduled change at its hour; its author reads why, and mends it', async () => {
    await server.services.db
      .updateTable('environment')
      .set({ protected: true, requiredApprovals: 1 })
      .where('key', '=', 'production')
      .execute()
    const [editor, publisher] = [await aMember('Eda', 'editor'), await aMember('Pia', 'publisher')]
    const { revision: base, document } = await headIn('production')
    const turnedOn = { ...document, on: true, otherwise: { variant: 'on' } }
    const entry = { kind: 'flag' as const, key: 'checkout', environment: 'production', base }
    const { number: change, version } = await editor.api.changes.save.mutate({
      ...{ project, title: 'Checkout for all' },
      entries: [{ ...entry, document: turnedOn }],
    })
    await editor.api.changes.requestReview.mutate({ project, change })
    await publisher.api.changes.approve.mutate({ project, change, version })
    const at = new Date(Date.now() + 3_600_000).toISOString()
    await publisher.api.changes.schedule.mutate({ project, change, at, zone: 'Europe/Vienna' })
    await owner.api.promises.save.mutate({
      ...{ project, key: 'cn', name: 'Not in China', sentence: 'nobody where country is CN gets checkout on' },
      environments: ['production'],
    })
    // its hour has come
    await server.services.db.updateTable('schedule').set({ dueAt: new Date() }).where('endedAt', 'is', null).execute()

    const { page } = await aVisitor(browser, url, editor)
    await page.goto(`/p/shop/changes/${change}`)
    await page.getByText('This breaks “nobody where country is CN gets checkout on” in Production.').waitFor()
    await page.getByText('{"country":"CN"} would get on').waitFor()
    expect((await headIn('production')).document).toEqual(document)
    const rules = [
      {
        id: 'cn',
        when: { attribute: 'country', operator: 'is' as const, values: ['CN'] },
        serve: { variant: 'off' },
      },
    ]
    const mended = await editor.api.changes.rebase.mutate({
      ...{ project, change },
      entries: [{ ...entry, document: { ...turnedOn, rules } }],
    })
    await publisher.api.changes.approve.mutate({ project, change, version: mended.version })
    await publisher.api.changes.applyNow.mutate({ project, change })
    expect((await headIn('production')).document.rules).toEqual(rules)
    await page.context().close()
  })
})
