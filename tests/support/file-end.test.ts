import { spawn } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CleanupStages, endsWithFile, stages } from './file-end.ts'

/** A resource to close in a test: its stage, how many event loop turns it takes, and whether it fails. */
const anEnding = fc.record({
  stage: fc.constantFrom(...stages),
  turns: fc.nat(3),
  fails: fc.boolean(),
  isTakenBack: fc.boolean(),
})

it('what ends with a file ends stage after stage, awaited, in whatever order it was told and whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEnding, { maxLength: 8 }), async (told) => {
      const endings = new CleanupStages()
      const ended: number[] = []
      let running = 0
      for (const { stage, turns, fails, isTakenBack } of told) {
        const takeBack = endings.add(stage, async () => {
          running += 1
          for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
          running -= 1
          ended.push(stages.indexOf(stage))
          if (fails) throw new Error(stage)
        })
        if (isTakenBack) takeBack()
      }
      const here = told.filter(({ isTakenBack }) => !isTakenBack)
      const failed = await endings.run().then(
        () => false,
        () => true,
      )
      expect(failed).toBe(here.some(({ fails }) => fails))
      expect(running).toBe(0)
      expect(ended).toEqual(here.map(({ stage }) => stages.indexOf(stage)).sort((a, b) => a - b))
    }),
    { numRuns: 30 },
  )
})

it('a process that never began, or has ended, is not waited for', async () => {
  const never = endsWithFile(spawn('/nowhere/at/all'))
  await new Promise((resolve) => never.once('error', resolve))
  const over = endsWithFile(spawn(process.execPath, ['-e', '']))
  await new Promise((resolve) => over.once('exit', resolve))
  expect(over.exitCode).toBe(0)
})
