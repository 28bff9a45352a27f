import { describe, expect, it } from 'vitest'
import { draws, suiteSeed } from '../support/seed.ts'
import { compareImported, compareNative } from './rounds.ts'
import { subjects } from './subjects.ts'

/*
 * For random documents and contexts the vendor's own SDK over a reading answers as the engine does; or the reading said
 * that it cannot say the flag; or the context breaks a proviso that it named. `npm run fuzz:readings` asks more.
 */

const answers = draws(5_000)

describe.each(subjects)('the reading of $format, asked by $sdk', (subject) => {
  it('answers as the engine does for native flags', async () => {
    const { differences, asked, readable, flags } = await compareNative(subject, { answers, seed: suiteSeed })
    expect(differences).toEqual([])
    expect(asked).toBeGreaterThanOrEqual(answers)
    // a reading that says nothing is never wrong
    expect(readable / flags).toBeGreaterThan(0.25)
  })

  it('answers as the engine does for flags that came from there', async () => {
    const { differences, asked, readable, flags } = await compareImported(subject, { answers, seed: suiteSeed })
    expect(differences).toEqual([])
    expect(asked).toBeGreaterThanOrEqual(answers)
    expect(readable / flags).toBeGreaterThan(0.85)
  })
})
