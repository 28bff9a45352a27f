/** The attribute that a point reads by default. */
export const targetingKey = 'targetingKey'
