export const targetingKey = 'targetingKey'
