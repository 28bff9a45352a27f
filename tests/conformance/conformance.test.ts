import { afterAll, describe, expect, it } from 'vitest'
import { problemsOf } from './ask.ts'
import { kindsNotExpressible, notExpressible } from './not-expressible.ts'
import type { Case } from './subject.ts'
import { configCat } from './subjects/configcat.ts'
import { featurevisor } from './subjects/featurevisor.ts'
import { flagd } from './subjects/flagd.ts'
import { flagsmith } from './subjects/flagsmith.ts'
import { growthBook } from './subjects/growthbook.ts'
import { launchDarkly } from './subjects/launchdarkly.ts'
import { postHog } from './subjects/posthog.ts'
import { unleash } from './subjects/unleash.ts'
import { unleashSpecification } from './subjects/unleash-specification.ts'
import { type Row, tableOf } from './table.ts'

const subjects = [
  launchDarkly(),
  unleash(),
  unleashSpecification(),
  growthBook(),
  configCat(),
  flagd(),
  flagsmith(),
  postHog(),
  featurevisor(),
]
const rows: Row[] = []

/** What is wrong with the answer to each case. Cached, because several tests need it. */
const problems = new Map<Case, ReturnType<typeof problemsOf>>()
const problemsOnce = (asked: Case): ReturnType<typeof problemsOf> => {
  const found = problems.get(asked) ?? problemsOf(asked)
  problems.set(asked, found)
  return found
}

/** Runs a case and returns what is wrong: its answer, or that it is right although it is listed as not expressible. */
const failureOf = async (asked: Case, row: Row): Promise<string | null> => {
  const wrong = await problemsOnce(asked)
  const right = wrong.length === 0
  if (asked.kind !== undefined) {
    row.notExpressible += 1
    return null
  }
  const listed = notExpressible[asked.id] !== undefined
  if (listed) row.notExpressible += 1
  else if (right) row.passed += 1
  if (listed) return right ? `${asked.id} is listed as not expressible, but is answered right` : null
  return right ? null : `${asked.id} ${wrong.join('; ')}`
}

for (const { vendor, source, absent, cases } of subjects) {
  describe(`${vendor}, ${source}`, () => {
    const row: Row = { vendor, source, absent, cases: cases.length, passed: 0, notExpressible: 0 }
    rows.push(row)
    it(`publishes cases${absent === undefined ? '' : `, left out: there is ${absent}`}`, () => {
      expect(cases.length > 0).toBe(absent === undefined)
    })
    for (const feature of new Set(cases.map((asked) => asked.feature))) {
      const group = cases.filter((asked) => asked.feature === feature)
      it(`answers ${feature} (${group.length})`, async () => {
        const failures = await Promise.all(group.map((asked) => failureOf(asked, row)))
        expect(failures.filter((failure) => failure !== null)).toEqual([])
      })
    }
  })
}

describe('the list of what is not expressible', () => {
  const complete = subjects.every(({ absent }) => absent === undefined)
  it.runIf(complete)('names published cases only', () => {
    const published = new Set(subjects.flatMap(({ cases }) => cases.map(({ id }) => id)))
    expect(Object.keys(notExpressible).filter((id) => !published.has(id))).toEqual([])
  })

  it.runIf(complete)('names kinds of questions only that are published and cannot be answered', async () => {
    const justified = new Set<string>()
    for (const asked of subjects.flatMap(({ cases }) => cases))
      if (asked.kind !== undefined && (await problemsOnce(asked)).length > 0) justified.add(asked.kind)
    expect(Object.keys(kindsNotExpressible).filter((kind) => !justified.has(kind))).toEqual([])
  })
})

afterAll(() => {
  process.stdout.write(`\n${tableOf(rows)}\n`)
})
