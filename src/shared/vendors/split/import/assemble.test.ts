import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSplit } from './assemble.ts'

const splits = {
  splits: [{ name: 'flag', defaultTreatment: 'off', seed: 1, conditions: [] }],
}
const aKey = fc.constantFrom('ada', 'bob', 'eve', 'joe')
const changes = fc.array(fc.record({ added: fc.uniqueArray(aKey), removed: fc.uniqueArray(aKey) }), { maxLength: 12 })

it('a segment has who its changes leave in it, in whatever order their files come', () => {
  fc.assert(
    fc.property(changes, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (told, places) => {
      const left = new Set<string>()
      const parts = told.map(({ added, removed }, at) => {
        for (const key of added) left.add(key)
        for (const key of removed) left.delete(key)
        const name = `segmentChanges.production.0.${at}.json`
        return { name, value: { name: 'staff', added, removed, since: at - 1, till: at } }
      })
      const shuffled = parts
        .map((part) => ({ part, place: places.next().value ?? 0 }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ part }) => part)
      const { environments } = readSplit.assemble(
        [{ name: 'splitChanges.production.json', value: splits }, ...shuffled],
        {},
        0,
      )
      // The original that it converts.
      const original = environments[0]?.original as { segments: Record<string, string[]> } | undefined
      expect((original?.segments['staff'] ?? []).toSorted()).toEqual([...left].toSorted())
    }),
  )
})
