import { z } from 'zod'
import { flagFindings } from '../../../../../shared/features/builds/check-contract.ts'
import { limits } from '../../../../../shared/limits.ts'
import { Key, ScopeKey } from '../../../../../shared/schemas/keys.ts'
import { untrustedJson, untrustedText } from '../mark-untrusted.ts'
import { tool } from '../tool.ts'

export const contract = tool({
  name: 'contract',
  title: 'Check what applications expect',
  description:
    'Tells which builds of applications read a flag, what type and variants each expects, and where the server does not fit that.',
  input: z.strictObject({ project: ScopeKey, flag: Key }),
  uses: ['builds.ofFlag', 'flags.get'],
  answer: async (ask, input) => {
    const builds = await ask('builds.ofFlag', input)
    const { heads } = await ask('flags.get', input)
    return {
      data: {
        total: builds.length,
        builds: builds.slice(0, limits.agentRows).map((build) => ({
          environment: build.environment,
          key: build.kind,
          name: untrustedText(build.name),
          version: untrustedText(build.version),
          runtime: untrustedText(build.runtime),
          live: build.live,
          programs: build.programs,
          lastSeenAt: build.lastSeenAt,
          declares: build.flags.map((declared) => ({
            type: declared.type,
            variants: declared.variants && untrustedJson(declared.variants),
            default: untrustedJson(declared.default),
            findings: flagFindings(declared, heads[build.environment]?.document).map(({ kind, sentence }) => ({
              kind,
              sentence: untrustedText(sentence),
            })),
          })),
        })),
      },
    }
  },
})
