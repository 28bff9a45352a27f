import type { AttributeRef } from '../../../schemas/extended-attribute.ts'

export const identifier = 'Identifier'

/** A user attribute. A context of ours calls the identifier `targetingKey`. */
export const attributeOf = (name: string): AttributeRef => ({
  firstOf: name === identifier ? [[identifier], ['targetingKey']] : [[name]],
})

/** There is a user object exactly where it has an identifier. */
export const user = attributeOf(identifier)
