import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPostHog } from './assemble.ts'

const groups = (...properties: object[]) => ({ groups: [{ properties, rollout_percentage: 100 }] })
const asks = (key: string, chain?: string[]) => ({
  ...{ key, type: 'flag', value: true, operator: 'flag_evaluates_to' },
  ...(chain && { dependency_chain: chain }),
})
const flag = (key: string, id: number, filters: object) => ({ id, key, active: true, filters })

const compiled = (...values: unknown[]) => {
  const parts = values.map((value, at) => ({ name: `${at}.json`, value }))
  const [one] = readPostHog.assemble(parts, {}, 0).environments
  if (!one) throw new Error('nothing was read')
  return one.compile({})
}

describe('PostHog’s management API', () => {
  it('asks flags by their ids, and is imported as what SDKs download, which asks them by key and chain', () => {
    // Each flag depends only on flags before it.
    const asked = fc.array(fc.array(fc.nat(4), { maxLength: 2 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(asked, (lists) => {
        const before = lists.map((list, at) => [...new Set(list.filter((one) => one < at))])
        const chainTo = (at: number): number[] => [...new Set([...(before[at] ?? []).flatMap(chainTo), at])]
        const key = (at: number) => `flag-${at}`
        const said = before.map((list, at) =>
          flag(key(at), 100 + at, groups(...list.map((one) => asks(`${100 + one}`)))),
        )
        const downloaded = before.map((list, at) =>
          flag(key(at), 100 + at, groups(...list.map((one) => asks(key(one), chainTo(one).map(key))))),
        )
        const [api, sdk] = [
          compiled({ results: said }),
          compiled({ flags: downloaded, cohorts: {}, group_type_mapping: {} }),
        ]
        expect([api.flags, api.findings]).toEqual([sdk.flags, sdk.findings])
      }),
      { numRuns: 200 },
    )
  })

  it('says of a flag that it cannot know whom it is for: by a flag, a group or a cohort that the files do not have', () => {
    const circle = [flag('a', 1, groups(asks('2'))), flag('b', 2, groups(asks('1')))]
    expect(compiled({ results: circle }).flags['a']?.rules[0]?.when).toMatchObject({ all: [{ all: [{ any: [] }] }] })
    const [lost, company] = [flag('a', 1, groups(asks('7'))), { ...groups(), aggregation_group_type_index: 0 }]
    const blocked = (...values: unknown[]) =>
      compiled(...values).findings.flatMap(({ severity, subject }) => (severity === 'block' ? [subject] : []))
    expect(blocked({ results: [lost] })).toEqual(['flag a'])
    const ofCompanies = { results: [flag('a', 1, company)] }
    expect(blocked(ofCompanies)).toEqual(['flag a'])
    const types = [{ group_type: 'company', group_type_index: 0 }]
    const named = compiled(ofCompanies, types)
    expect(named).toEqual(compiled({ flags: ofCompanies.results, cohorts: {}, group_type_mapping: { 0: 'company' } }))
    expect(named.findings).toEqual([])
    const did = { type: 'behavioral', key: '$pageview', value: 'performed_event', event_type: 'events' }
    const cohorts = { results: [{ id: 3, is_static: false, filters: { properties: { type: 'AND', values: [did] } } }] }
    const ofCohort = flag('a', 1, groups({ key: 'id', type: 'cohort', value: 3 }))
    expect(blocked({ results: [ofCohort] }, cohorts)).toEqual(['flag a'])
  })
})
