"""The rules' part in the reviewed workflow: classify, plan tools, judge an answer."""
