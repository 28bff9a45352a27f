import { randomBytes } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { beforeAll } from 'vitest'
import type { Server } from '../../../src/server/server.ts'
import type { FlagDocument } from '../../../src/shared/schemas/flag.ts'
import { aChromium } from '../../support/chromium.ts'
import { aBrowser, anOwner, testServer } from '../../support/server.ts'

export type Owner = Awaited<ReturnType<typeof anOwner>>

export let browser: Browser
export let server: Server
export let url: string
export let owner: Owner
export let editor: Owner
export let publisher: Owner
export let count = 0

export const project = 'shop'

/** A user who accepted an invitation to the shop. */
export const aMember = async (name: string, role: 'editor' | 'publisher'): Promise<Owner> => {
  const credentials = { email: `${name.toLowerCase()}@example.com`, password: randomBytes(12).toString('hex') }
  const { link } = await owner.api.invitations.create.mutate({ project, email: credentials.email, role })
  const member = aBrowser(url)
  const token = link.split('/').at(-1) ?? ''
  await member.api.invitations.accept.mutate({ token, name, password: credentials.password })
  return { ...member, project, credentials }
}

beforeAll(async () => {
  ;({ server, url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, project)
  editor = await aMember('Eda', 'editor')
  publisher = await aMember('Pia', 'publisher')
  await server.services.db
    .updateTable('environment')
    .set({ requiredApprovals: 1 })
    .where('key', '=', 'production')
    .execute()
})

export const aFlag = async (): Promise<string> => {
  count += 1
  const flag = `flag-${count}`
  await owner.api.flags.create.mutate({ project, key: flag, name: `Flag ${count}`, onIn: ['development'] })
  return flag
}

export const production = async (flag: string): Promise<{ revision: number; document: FlagDocument }> => {
  const head = (await owner.api.flags.get.query({ project, flag })).heads['production']
  if (head === undefined) throw new Error('no head in production')
  return head
}

/** A change of a flag in production, submitted for review. */
export const aReview = async (flag: string, edit: (document: FlagDocument) => FlagDocument): Promise<number> => {
  const { revision: base, document } = await production(flag)
  const entries = [{ kind: 'flag' as const, key: flag, environment: 'production', base, document: edit(document) }]
  const { number } = await editor.api.changes.save.mutate({ project, title: `Change ${flag}`, entries })
  await editor.api.changes.requestReview.mutate({ project, change: number })
  return number
}

export const turnsOn = (document: FlagDocument): FlagDocument => ({ ...document, on: true })
export const servesOff = (document: FlagDocument): FlagDocument => ({ ...document, otherwise: { variant: 'off' } })

/** Publishes without a review, as an owner may. */
export const publishMeanwhile = async (flag: string, edit: (document: FlagDocument) => FlagDocument) => {
  const { revision: base, document } = await production(flag)
  const entries = [{ kind: 'flag' as const, key: flag, environment: 'production', base, document: edit(document) }]
  const { number } = await owner.api.changes.save.mutate({ project, title: 'Meanwhile', entries })
  await owner.api.changes.bypass.mutate({ project, change: number, reason: 'It burns.' })
}
