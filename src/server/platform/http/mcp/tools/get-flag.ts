import { FlagReference } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import { sentence } from '../../../../../shared/text/rules/sentence.ts'
import { serveText } from '../../../../../shared/text/rules/serve.ts'
import { text } from '../../../../../shared/text/word.ts'
import { untrustedJson, untrustedText } from '../mark-untrusted.ts'
import { tool } from '../tool.ts'

export const getFlag = tool({
  name: 'get_flag',
  title: 'Show a flag',
  description:
    'Shows one flag: what it is for, its variants with their values, and in each environment whether it is on, its rules in words with their ids, and what everyone else gets.',
  input: FlagReference,
  uses: ['flags.get'],
  answer: async (ask, input) => {
    const { flag, heads, environments } = await ask('flags.get', input)
    return {
      data: {
        key: flag.key,
        name: untrustedText(flag.name),
        description: untrustedText(flag.description),
        type: flag.type,
        permanence: flag.permanence,
        tags: flag.tags.map(untrustedText),
        owner: flag.owner && untrustedText(flag.owner.name),
        visibleToClients: flag.visibleToClients,
        createdAt: flag.createdAt,
        expectedEnd: flag.expectedEnd,
        archivedAt: flag.archivedAt,
        environments: environments.map(({ key, protected: isProtected, requiredApprovals }) => {
          const head = heads[key]
          if (!head) return { key, protected: isProtected, requiredApprovals, published: false }
          const { revision, document } = head
          return {
            key,
            ...{ protected: isProtected, requiredApprovals, revision },
            on: document.on,
            offVariant: document.offVariant,
            variants: Object.entries(document.variants).map(([variant, value]) => ({
              variant,
              value: untrustedJson(value),
            })),
            prerequisites: document.prerequisites,
            rules: document.rules.map((rule) => ({
              id: rule.id,
              name: rule.name === undefined ? undefined : untrustedText(rule.name),
              rule: untrustedText(sentence(rule)),
            })),
            everyoneElse: untrustedText(text(serveText(document.otherwise))),
          }
        }),
      },
    }
  },
})
