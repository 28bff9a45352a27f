import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterFields } from './filter.ts'
import { type FilterWords, filterHints, filterProblems, filterStates } from './grammar.ts'

const words: FilterWords = {
  environments: [
    { key: 'staging', name: 'Staging' },
    { key: 'production', name: 'Production' },
  ],
  tags: ['web', 'Checkout'],
  owners: ['Ada Lovelace'],
}
const offered = (query: string) => filterHints(query, words).map(({ text }) => text)

describe('what is offered to a filter', () => {
  it('are its fields, then the values of the one that is begun', () => {
    expect(offered('').length).toBeGreaterThan(5)
    expect(offered('checkout t')).toEqual(['tag:', 'type:'])
    expect(offered('on:p')).toEqual(['on:production'])
    expect(offered('-tag:')).toEqual(['-tag:web', '-tag:checkout'])
    expect(offered('owner:')).toEqual(['owner:none', 'owner:ada'])
    expect(offered('is:st')).toEqual(['is:stale'])
    expect(offered('is:stale')).toEqual([])
  })

  it('is nothing that the filter would not understand', () => {
    const begun = ['', '-', ...filterFields.map((field) => `${field}:`), ...filterFields.map((field) => `-${field}:`)]
    fc.assert(
      fc.property(fc.constantFrom(...begun), fc.constantFrom('', 'a', 's', 'p', '<', 'st'), (start, more) => {
        for (const text of offered(start + more)) expect(filterProblems(text, words)).toEqual([])
      }),
    )
  })

  it('knows every field of the filter', () => {
    expect(filterFields.flatMap((field) => offered(field.slice(0, -1))).sort()).toEqual(
      expect.arrayContaining(filterFields.map((field) => `${field}:`)),
    )
  })
})

describe('what of a filter is not understood', () => {
  it.each([
    ['checkout tag:web is:stale on:prod updated:<30d -type:string owner:none', []],
    ['no:such', ['“no:such” is searched as text: “no:” isn’t a filter.']],
    ['on:moon', ['“on:moon” finds nothing: “moon” isn’t an environment.']],
    ['updated:soon', ['“updated:soon” finds nothing: write updated:<7d or updated:>6w.']],
    ['is:', []],
  ])('is said: %s', (query, problems) => expect(filterProblems(query, words)).toEqual(problems))

  it('names every state there is', () => {
    expect(filterProblems('is:nonsense', words)[0]).toContain(Object.keys(filterStates).join(', '))
  })
})
