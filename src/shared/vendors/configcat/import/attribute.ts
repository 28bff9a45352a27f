import type { AttributeRef } from '../../../schemas/extended-attribute.ts'

export const identifier = 'Identifier'

/** Reads a user attribute. In Fanion contexts, ConfigCat's identifier is `targetingKey`. */
export const attributeOf = (name: string): AttributeRef => ({
  firstOf: name === identifier ? [[identifier], ['targetingKey']] : [[name]],
})

/** A user object exists if and only if there is an identifier. */
export const user = attributeOf(identifier)
