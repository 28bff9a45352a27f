import type { z } from 'zod'
import { attributeOperators } from '../../../shared/datafile/attribute-operators.ts'
import { leavesIn } from '../../../shared/datafile/leaves.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Attribute, SaveAttributeInput } from '../../../shared/features/attributes/schemas/attribute.ts'
import { limits } from '../../../shared/limits.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { deleteSampleContexts, documentsMentioningAttribute, lockAttributes, upsertAttribute } from './queries.ts'

/**
 * Declares an attribute or replaces its declaration. Throws `attribute/in-use` if a current rule or segment tests it
 * with an operator that does not fit the new type, so that published documents stay publishable. If the attribute
 * becomes or stops being personal data, the project's sample contexts are deleted.
 */
export async function saveAttribute(ctx: ProjectCtx, input: z.output<typeof SaveAttributeInput>): Promise<Attribute> {
  const { project: _, ...attribute } = input
  return inTransaction(ctx, async (tx) => {
    const declared = await lockAttributes(tx.db, tx.project)
    const was = declared.find((one) => one.name === attribute.name)
    if (!was && declared.length >= limits.attributesPerProject) {
      const details = { limit: 'attributesPerProject', value: limits.attributesPerProject }
      throw new FanionError('limit/reached', details, `A project can declare up to ${details.value} attributes.`)
    }
    if (JSON.stringify(was) === JSON.stringify(attribute)) return attribute
    if (was?.type !== attribute.type) await refuseMisfits(tx, attribute)
    await upsertAttribute(tx.db, tx.project, attribute)
    // samples lack personal attributes, so the old ones would look as if no user had this attribute
    if (attribute.personal !== (was?.personal ?? false)) await deleteSampleContexts(tx.db, tx.project)
    await audit(tx, {
      action: 'attribute.save',
      subject: `${tx.project.key}/${attribute.name}`,
      projectId: tx.project.id,
      before: was,
      after: attribute,
    })
    return attribute
  })
}

async function refuseMisfits(ctx: ProjectCtx, { name, type }: Attribute): Promise<void> {
  const misfits = (await documentsMentioningAttribute(ctx.db, ctx.project, name)).flatMap(
    ({ environment, key, document }) => {
      const operators = leavesIn(document)
        .filter((leaf) => leaf.attribute === name && !attributeOperators[type].includes(leaf.operator))
        .map((leaf) => leaf.operator)
      return [...new Set(operators)].map((operator) => ({ environment, key, operator }))
    },
  )
  const [first] = misfits
  if (!first) return
  const sentence = `${name} can’t be a ${type}: ${first.key} uses it with ${first.operator} in ${first.environment}.`
  throw new FanionError('attribute/in-use', { attribute: name, type, uses: misfits }, sentence)
}
