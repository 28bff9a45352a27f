import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'

/**
 * Chart color of an environment’s evaluations: the accent color if it is protected, otherwise a gray. Red and green are
 * reserved for health.
 */
export const trafficColour = (
  environment: string,
  environments: readonly Pick<Environment, 'key' | 'protected'>[],
): string => {
  const at = environments.findIndex(({ key }) => key === environment)
  if (environments[at]?.protected) return 'var(--fanion-on)'
  return at % 2 === 0 ? 'var(--variant-off)' : 'var(--mantine-color-dimmed)'
}
