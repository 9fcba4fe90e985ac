// Times as people file them.

const two = (n: number): string => String(n).padStart(2, "0");

export const clock = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;

export const stamp = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock(at)}`;
