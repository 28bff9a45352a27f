import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'

/**
 * What the evaluations of an environment are drawn in: the accent where it is protected, greys elsewhere. Red and green speak
 * of health, and not of where somebody asked.
 */
export const trafficColour = (
  environment: string,
  environments: readonly Pick<Environment, 'key' | 'protected'>[],
): string => {
  const at = environments.findIndex(({ key }) => key === environment)
  if (environments[at]?.protected) return 'var(--fanion-on)'
  return at % 2 === 0 ? 'var(--variant-off)' : 'var(--mantine-color-dimmed)'
}
