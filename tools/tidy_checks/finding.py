# One thing that is wrong at one place, with the rule that says so and the reason for the rule.
from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    path: str
    line: int
    rule: str
    message: str
    reason: str

    def __str__(self):
        return f'{self.path}:{self.line}: [{self.rule}] {self.message}\n    why: {self.reason}'
