/** From the last. */
const NOTICES = [1, 7, 14, 30] as const;

export const FIRST_NOTICE_DAYS = 30;

/** Begun ones count: what expires in an hour expires in one day. */
export function daysUntil(notAfter: Date, now: Date): number {
  return Math.max(1, Math.ceil((notAfter.getTime() - now.getTime()) / 86_400_000));
}

/** The notice that is due so many days before; the ones that came too late are not made up for. */
export function noticeFor(days: number): number {
  return NOTICES.find((notice) => days <= notice) ?? FIRST_NOTICE_DAYS;
}
