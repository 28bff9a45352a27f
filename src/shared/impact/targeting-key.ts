/** The attribute that a point reads when it names none. */
export const targetingKey = 'targetingKey'
