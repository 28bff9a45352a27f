import { CopyButton } from '../../components/copy-button.tsx'
import { done } from '../../components/toast.tsx'

/** Confirms an invitation and shows its link, once. */
export const invitedToast = (email: string, link: string, mailed: boolean): void =>
  done(mailed ? `Emailed an invitation to ${email}` : `Invited ${email}. Copy the link and send it yourself.`, {
    action: <CopyButton text={link} label="Copy link" size="compact-xs" />,
  })
