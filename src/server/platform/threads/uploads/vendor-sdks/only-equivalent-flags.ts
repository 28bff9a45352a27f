import type { Context } from '../../../../../shared/schemas/context.ts'
import type { Imported } from '../../../../../shared/vendors/importing/imported.ts'
import { createImportedEvaluator } from '../../../../../shared/vendors/importing/imported-evaluator.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'

/** The imported documents for the evaluator that can be queried, and for the one that served the users. */
type ComparedImports = { readonly asked: Imported; readonly served: Imported }

/**
 * Uses a vendor's SDK in place of the server that evaluated and cannot be queried. Only flags that both are known to
 * evaluate equally are compared.
 */
export const onlyEquivalentFlags =
  (open: OpenSdk, compileBoth: (document: unknown) => ComparedImports): OpenSdk =>
  async (given) => {
    const sdk = await open(given)
    if (sdk === null) return null
    const both = compileBoth(given.document)
    const [asked, served] = await Promise.all(
      [both.asked, both.served].map((one) => createImportedEvaluator(one, given.nowMs)),
    )
    const left = new Set(
      both.asked.findings.flatMap(({ severity, subject }) => (severity === 'block' ? [subject] : [])),
    )
    return {
      ...sdk,
      theirs: (flag, context) => {
        const ours = (sdk.contextOf?.(context) ?? context) as Context
        const answers = [asked, served].map((ask) => JSON.stringify(ask && sdk.inTheirText(ask(flag, ours), flag)))
        return left.has(`flag ${flag}`) || answers[0] !== answers[1] ? null : sdk.theirs(flag, context)
      },
    }
  }
