import { ReferencesOfFlagInput } from '../../../../../shared/features/builds/references.ts'
import { limits } from '../../../../../shared/limits.ts'
import { untrustedText } from '../mark-untrusted.ts'
import { tool } from '../tool.ts'

export const references = tool({
  name: 'references',
  title: 'Show where code reads it',
  description: 'Tells where code names a flag, as the last scan of each branch found it: repository, path and line.',
  input: ReferencesOfFlagInput,
  uses: ['references.ofFlag'],
  answer: async (ask, input) => {
    const { places, total, repositories } = await ask('references.ofFlag', input)
    return {
      data: {
        total,
        repositories: repositories.map(({ repository, branch, commit, reads, scannedAt, gone }) => ({
          repository: untrustedText(repository),
          branch: untrustedText(branch),
          ...{ commit, reads, scannedAt },
          goneAt: gone?.at ?? null,
        })),
        places: places.slice(0, limits.agentRows).map((one) => ({
          repository: untrustedText(one.repository),
          branch: untrustedText(one.branch),
          path: untrustedText(one.path),
          line: one.line,
          kind: one.kind,
        })),
      },
    }
  },
})
