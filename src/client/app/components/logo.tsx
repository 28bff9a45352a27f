import type { ReactNode } from 'react'

/** The product’s logo. The caller provides its text. */
export function Logo({ size, className }: { size?: number; className?: string | undefined }): ReactNode {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={className} aria-hidden>
      <rect width="32" height="32" rx="7" fill="#3b5bdb" />
      <path d="M10 7v18" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M12 8l12 4.5L12 17z" fill="#fff" />
    </svg>
  )
}
