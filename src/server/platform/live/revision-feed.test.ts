import { expect, it } from 'vitest'
import { RevisionFeed } from './revision-feed.ts'

// Each kind has its own payload type, which is only passed on.
const kinds = [
  ['subscribe', 'publish'],
  ['onChange', 'changed'],
  ['onPresence', 'present'],
  ['onRecheck', 'recheck'],
  ['onClose', 'close'],
] as const
type Said = { readonly of: string }
type Feed = Record<(typeof kinds)[number][0], (listener: (told?: Said) => void) => () => void> &
  Record<(typeof kinds)[number][1], (told: Said) => void>

it.each(kinds)('%s hears what is told by %s, and nothing else, until it is left', (listen, tell) => {
  const feed = new RevisionFeed() as unknown as Feed
  const heard: [name: string, told: Said | undefined][] = []
  const leave = feed[listen]((told) => heard.push(['one', told]))
  feed[listen]((told) => heard.push(['another', told]))
  for (const [, other] of kinds) feed[other]({ of: other })
  const told = tell === 'recheck' || tell === 'close' ? undefined : { of: tell }
  expect(heard).toEqual([
    ['one', told],
    ['another', told],
  ])
  leave()
  feed[tell]({ of: tell })
  expect(heard.map(([name]) => name)).toEqual(['one', 'another', 'another'])
})
