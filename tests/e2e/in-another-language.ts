import type { Condition } from '../../src/shared/schemas/condition.ts'
import type { Rule } from '../../src/shared/schemas/flag.ts'
import { anOwner } from '../support/server.ts'

/** Screens to check in other languages: the frame, lists, forms, a flag with its rules. */
export const screens = [
  '/p/shop/flags?new=true',
  '/p/shop/flags/hero',
  '/p/shop/flags/hero/settings',
  '/p/shop/flags/hero/usage',
  '/p/shop/changes',
  '/p/shop/playground?who=user-1',
  '/p/shop/connect',
  '/p/shop/settings/members',
  '/me/tokens',
  '/me/appearance',
  '/org/users',
]

/** The owner of a project with a flag, a segment and a key, so that each of these screens has content. */
export const anOwnerOfShop = async (url: string): Promise<Awaited<ReturnType<typeof anOwner>>> => {
  const owner = await anOwner(url, 'shop')
  const inShop = { project: 'shop' }
  await owner.api.flags.create.mutate({ ...inShop, key: 'hero', name: 'Hero', onIn: ['development'] })
  await owner.api.segments.create.mutate({ ...inShop, key: 'staff', name: 'Staff' })
  const { heads } = await owner.api.flags.get.query({ ...inShop, flag: 'hero' })
  const head = heads['development']
  if (!head) throw new Error('the new flag has no revision')
  const when: Condition = {
    all: [
      { attribute: 'country', operator: 'isOneOf', values: ['NO', 'SE', 'DK'] },
      { segment: 'staff', negate: true },
    ],
  }
  const rule: Rule = { id: 'nordic', when, serve: { split: { parts: [{ variant: 'on', from: 0, to: 25_000 }] } } }
  await owner.api.revisions.publish.mutate({
    ...inShop,
    environment: 'development',
    base: head.revision,
    message: '',
    entries: [{ kind: 'flag', key: 'hero', document: { ...head.document, rules: [rule] } }],
  })
  await owner.api.keys.create.mutate({ ...inShop, environment: 'development', kind: 'client', name: 'Web' })
  return owner
}
