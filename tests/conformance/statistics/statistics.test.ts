import { describe, expect, it } from 'vitest'
import { answers } from './answers.ts'
import { vectorGroups, vectorsFolder, wrongAnswers } from './vectors.ts'

/*
 * Compares with results of independent tools (mpmath, scipy, statsmodels and others), group by group. The vectors are
 * not part of this project: `FANION_VECTORS` is their folder. The project's own test cases are next to the formulas.
 */
const groups = vectorGroups()
if (groups.length === 0)
  process.stdout.write(`no answers in ${vectorsFolder}; set FANION_VECTORS: nothing was compared.\n`)

describe.runIf(groups.length > 0)('the statistics answer as independent tools do', () => {
  it.each(groups)('$group', (group) => {
    expect(wrongAnswers(group, answers)).toEqual([])
  })
})
