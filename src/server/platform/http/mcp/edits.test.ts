import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlag, split, where } from '../../../../../tests/support/builders.ts'
import { limits } from '../../../../shared/limits.ts'
import { AgentMessage, byAnAgent } from './by-an-agent.ts'
import { applyEdit, type Edit, Edits } from './edits.ts'

const document = aFlag()
  .rule(where('plan', 'is', 'pro'), 'on')
  .rule(where('country', 'is', 'NO'), split({ on: 50_000, off: 50_000 }))
const edit = (more: Partial<Edit> = {}): Edit => ({ environment: 'e', flag: 'checkout', ...more })
let made = 0
const around = { dialect: 'native' as const, newId: () => `new${++made}`, path: 'edits[0]' }
const after = (more: Partial<Edit>, dialect: 'native' | 'portable' = 'native') => {
  made = 0
  return applyEdit(document, edit(more), { ...around, dialect })
}
const ids = (more: Partial<Edit>) => after(more).rules.map(({ id }) => id)
const rule = 'country is DE → on'

describe('a flag after an edit', () => {
  it('is what it was where the edit says nothing', () => {
    expect(after({})).toEqual(document)
    expect(after({ turn: 'off' })).toEqual({ ...document, on: false })
    expect(applyEdit(document.switchedOff(), edit(), around).on).toBe(false)
    expect(applyEdit(document.switchedOff(), edit({ turn: 'on' }), around).on).toBe(true)
    expect(after({ everyoneElse: 'on' })).toEqual({ ...document, otherwise: { variant: 'on' } })
  })

  it('has rules where they were put, in their order: last, or before another', () => {
    expect(ids({ addRules: [{ rule }, { rule }] })).toEqual(['r1', 'r2', 'new1', 'new2'])
    expect(
      ids({
        addRules: [
          { rule, before: 'r2' },
          { rule, before: 'r1' },
        ],
      }),
    ).toEqual(['new2', 'r1', 'new1', 'r2'])
    expect(ids({ addRules: [{ rule }, { rule, before: 'new1' }] })).toEqual(['r1', 'r2', 'new2', 'new1'])
    expect(after({ addRules: [{ rule }] }).rules.at(-1)).toMatchObject({
      when: where('country', 'is', 'DE'),
      serve: { variant: 'on' },
    })
  })

  it('lacks the rules that were taken out, has others changed where they are, and changes first', () => {
    const all = fc.subarray(['r1', 'r2'])
    fc.assert(
      fc.property(all, (removeRules) => {
        expect(ids({ removeRules })).toEqual(['r1', 'r2'].filter((id) => !removeRules.includes(id)))
      }),
    )
    const { rules } = after({
      changeRules: [{ id: 'r1', rule }],
      addRules: [{ rule: 'plan is free → off' }],
      removeRules: ['r2'],
    })
    expect(rules.map(({ id, when }) => [id, when])).toEqual([
      ['r1', where('country', 'is', 'DE')],
      ['new1', where('plan', 'is', 'free')],
    ])
    expect(document.rules).toHaveLength(2)
  })

  it('is split by the project’s hash where nothing was split before; what was split keeps what its words say', () => {
    const words = 'on for 25%, off for 75%'
    const hashOf = (serve: object) =>
      'split' in serve ? (serve.split as { point?: { hash?: string } }).point?.hash : 'none'
    for (const [dialect, hash] of [
      ['native', undefined],
      ['portable', 'portable'],
    ] as const) {
      const { otherwise, rules } = after(
        { everyoneElse: words, addRules: [{ rule: `plan is free → ${words}` }] },
        dialect,
      )
      expect([hashOf(otherwise), hashOf(rules.at(-1)?.serve ?? {})]).toEqual([hash, hash])
      const changed = after(
        { changeRules: ['r1', 'r2'].map((id) => ({ id, rule: `plan is free → ${words}` })) },
        dialect,
      )
      expect(changed.rules.map(({ serve }) => hashOf(serve))).toEqual([hash, undefined])
      expect(hashOf(after({ everyoneElse: 'on' }, dialect).otherwise)).toBe('none')
    }
  })
})

describe('an edit that cannot be', () => {
  it.each<[more: Partial<Edit>, path: string, problem: RegExp]>([
    [{ changeRules: [{ id: 'r9', rule }] }, 'changeRules[0].id', /no such rule.*one of r1, r2/],
    [{ removeRules: ['r1', 'r1'] }, 'removeRules[1]', /no such rule.*one of r2/],
    [{ removeRules: ['r1', 'r2', 'r1'] }, 'removeRules[2]', /one of none: it has no rules/],
    [{ addRules: [{ rule, before: 'r9' }] }, 'addRules[0].before', /no such rule/],
    [{ addRules: [{ rule }, { rule: 'country is NO' }] }, 'addRules[1].rule', /serves nothing/],
    [{ addRules: [{ rule: '→ on' }] }, 'addRules[0].rule', /from character 1 on/],
    [{ changeRules: [{ id: 'r1', rule: 'plan is pro on' }] }, 'changeRules[0].rule', /from character \d+ on/],
    [{ everyoneElse: '25%%' }, 'everyoneElse', /from character [1-4] on/],
    [{ everyoneElse: 'on for' }, 'everyoneElse', /from character [5-7] on/],
    [{ everyoneElse: '→ on' }, 'everyoneElse', /from character 1 on/],
  ])('%j is refused by its place', (more, path, problem) => {
    expect(() => after(more)).toThrow(problem)
    expect(() => after(more)).toThrow(
      expect.objectContaining({
        code: 'request/invalid',
        details: { problems: [expect.objectContaining({ path: `edits[0].${path}` })] },
      }),
    )
  })

  it('is one of a flag that is named twice in an environment, or one of too many', () => {
    const isTaken = (edits: object[]) => Edits.safeParse(edits).success
    expect(isTaken([edit(), edit({ flag: 'other' }), edit({ environment: 'f' })])).toBe(true)
    expect(isTaken([edit(), edit()])).toBe(false)
    expect(isTaken([])).toBe(false)
    const many = (count: number) => Array.from({ length: count }, (_, at) => edit({ flag: `f${at}` }))
    expect([isTaken(many(limits.agentEdits)), isTaken(many(limits.agentEdits + 1))]).toEqual([true, false])
    expect([isTaken([edit({ turn: 'on', seen: 0 })]), isTaken([{ ...edit(), more: 1 }])]).toEqual([true, false])
  })
})

describe('the message of an agent', () => {
  it('says below its words whose they are, and has room for that', () => {
    const said = byAnAgent('')
    expect(byAnAgent('A law.')).toBe(`A law.\n\n${said}`)
    const longest = 'x'.repeat(limits.messageLength - said.length - 2)
    expect(byAnAgent(AgentMessage.parse(longest))).toHaveLength(limits.messageLength)
    expect(AgentMessage.safeParse(`${longest}x`).success).toBe(false)
    expect(AgentMessage.parse(undefined)).toBe('')
    expect(AgentMessage.parse('  ')).toBe('')
  })
})
