import { describe, expect, it } from 'vitest'
import { answers } from './answers.ts'
import { vectorGroups, vectorsFolder, wrongAnswers } from './vectors.ts'

/*
 * Answers of independent tools (mpmath, scipy, statsmodels and others), group by group. They are no part of this project:
 * `FANION_VECTORS` says where they are. What the project says by itself stands beside the formulas.
 */
const groups = vectorGroups()
if (groups.length === 0)
  process.stdout.write(`no answers in ${vectorsFolder}; set FANION_VECTORS: nothing was compared.\n`)

describe.runIf(groups.length > 0)('the statistics answer as independent tools do', () => {
  it.each(groups)('$group', (group) => {
    expect(wrongAnswers(group, answers)).toEqual([])
  })
})
