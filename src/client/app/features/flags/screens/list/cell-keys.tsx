import type { ReactNode } from 'react'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import { useShortcut } from '../../../../components/shortcuts.ts'
import { environmentLetters } from './environment-letters.ts'

export type CellActs = {
  onTurn: (environment: Environment) => void
  /** Copies the state of the first environment. */
  onPromote: (environment: Environment) => void
}

/** E and a letter switch the current flag in an environment; M and a letter promote it to that environment. */
export function CellKeys({ environments, ...acts }: CellActs & { environments: readonly Environment[] }): ReactNode {
  const letters = environmentLetters(environments)
  return environments.map((environment) => {
    const letter = letters.get(environment.key)
    return letter === undefined ? null : (
      <Keys key={environment.key} letter={letter} environment={environment} {...acts} />
    )
  })
}

function Keys({
  letter,
  environment,
  onTurn,
  onPromote,
}: CellActs & { letter: string; environment: Environment }): ReactNode {
  useShortcut(`e ${letter}`, `Turn flag on or off in ${environment.name}`, () => onTurn(environment))
  useShortcut(`m ${letter}`, `Promote flag to ${environment.name}`, () => onPromote(environment))
  return null
}
