"""Trains slip-model.bin, which finds the values that somebody corrects while they tell: the wrong one, the right one, the remark.

    python3 train.py [--without AUTHOR,…] [--out FILE]

It needs PyTorch (on Debian: apt-get install python3-torch) and takes a quarter of an hour on a quiet machine. With authors left out, it
measures on their talks. It is run by hand; the model is committed with the hash of its data, which a test compares. The random numbers
are seeded; PyTorch on several cores still rounds differently from run to run.

Examples are the talks of `talks/*.txt`, and conversations and stories of other models' data, in which nothing is corrected, with numbers,
years and names exchanged, other stories around them, and half of them as a speech recogniser writes them. What each word is among its
neighbours comes from the tagger of turns, which isn't changed.
"""
import argparse, hashlib, importlib.util, json, math, random, re, struct, sys, time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

HERE = Path(__file__).resolve().parent
TAGGER = HERE / "../../../../dialogue-acts/turn-tagger"
spec = importlib.util.spec_from_file_location("tagger", TAGGER / "train.py")
tagger = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tagger)

PARTS = ["STORY", "REMARK", "RIGHT", "WRONG"]
LAYERS = ["a", "c1", "c2", "a", "c1", "a"]  # attention, and convolutions with their dilation
WIDTH, PAIR, KIND, HEADS, LIKENESSES, FARTHEST = 96, 64, 16, 4, 9, 10
EPOCHS, TALKS, BATCH, RATE = 34, 5120, 16, 2e-3
LONGEST = 220  # words of a talk
STORY_WORDS = 90  # of a story that is put beside a talk
# As in value-kinds.ts, in the same order.
KINDS = [
    "two three four five six seven eight nine one",
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
    "hundred thousand million dozen half quarter score",
    "monday tuesday wednesday thursday friday saturday sunday",
    "spring summer autumn fall winter",
    "january february march april may june july august september october november december",
    "mother father brother sister aunt uncle cousin grandmother grandfather nephew niece son daughter wife husband mum mam dad daddy mama "
    "papa gran granny nan grandad grandpa grandma stepfather stepmother godmother godfather auntie mom",
]
KIND_OF = {}
for at, line in enumerate(KINDS):
    for word in line.split():
        KIND_OF.setdefault(word, at + 3)
UNITS, TEENS, TENS = KINDS[0].split()[:-1], KINDS[1].split(), KINDS[2].split()


def kind_of(word):
    low = word.lower().strip("'’")
    if re.fullmatch(r"(1[5-9]|20)\d\d", low):
        return 1
    return 2 if low[:1].isdigit() else KIND_OF.get(low, 0)


def parse(line):
    """A line of `talks` as pieces: [text, part, whether a turn begins, number of the correction]."""
    closing = {"{": "}", "[": "]", "<": ">"}
    pieces, stack, text, at = [], [], "", 0

    def close():
        marks = "".join(mark for mark, _ in stack)
        number = next((number for mark, number in stack if mark in "{["), None)
        inside = "<" in marks
        part = "RIGHT" if inside and "[" in marks else "REMARK" if inside else "WRONG" if "{" in marks else "STORY"
        for nth, turn in enumerate(re.split(r" / |^/ | /$", text)):
            pieces.append([turn, part, nth > 0, number if part in ("RIGHT", "WRONG") else None])

    while at < len(line):
        sign = line[at]
        if sign in closing or sign in closing.values():
            close()
            text = ""
            if sign in closing:
                numbered = re.match(r"(\d):", line[at + 1 :]) if sign != "<" else None
                stack.append((sign, numbered.group(1) if numbered else "1"))
                at += 2 if numbered else 0
            else:
                assert stack and closing[stack.pop()[0]] == sign, line
        else:
            text += sign
        at += 1
    assert not stack, line
    close()
    return pieces


def read_talks():
    return {file.stem: [parse(line) for line in file.read_text().splitlines() if line.strip()] for file in sorted((HERE / "talks").glob("*.txt"))}


def tellings_files():
    """Conversations and stories of other models' data, in which nothing is corrected."""
    composing = HERE / "../../composing"
    return [*sorted((composing / "joins/conversations").glob("*.json")), composing / "titles/judged.json"]


def read_tellings():
    cases = [case for file in tellings_files() for case in json.loads(file.read_text())]
    turns = [[said for _, said in case["turns"]] if "turns" in case else [case["said"]] for case in cases]
    return [[[f"{turn} ", "STORY", True, None] for turn in talk] for talk in turns]


def data_hash(tagger_hash):
    """The SHA-256 of the talks, of the tellings and of the tagger's data."""
    sha = hashlib.sha256(f"{tagger_hash}\n".encode())
    for file in [*sorted((HERE / "talks").glob("*.txt")), *tellings_files()]:
        sha.update(f"{file.stem}\n".encode() + file.read_bytes())
    return sha.hexdigest()


def read_tagger():
    """The head and the tables of the English tagger."""
    file = (TAGGER / "turn-model.bin").read_bytes()
    length = struct.unpack("<I", file[:4])[0]
    head, at, tables = json.loads(file[4 : 4 + length]), 4 + length, {}
    for table in head["tables"]:
        rows, columns = table["rows"], table["columns"]
        numbers = np.zeros((rows, columns), np.float32)
        for row in range(rows):
            scale = struct.unpack("<f", file[at : at + 4])[0]
            numbers[row] = np.frombuffer(file, np.int8, columns, at + 4) * scale
            at += 4 + columns
        tables[table["name"]] = torch.tensor(numbers)
    return head, tables


class Examples:
    """Makes talks to learn from, without end."""

    def __init__(self, talks, tellings, stories):
        self.talks, self.tellings, self.stories = talks, tellings, stories
        values = {word for pieces in talks for text, part, _, _ in pieces if part in ("WRONG", "RIGHT") for word, _, _ in tagger.words_of(text)}
        self.names = sorted(word for word in values if word[0].isupper() and len(word) > 3 and kind_of(word) == 0)

    def one(self):
        drawn = random.random()
        if drawn < 0.8:
            return self.changed(random.choice(self.talks))
        if drawn < 0.9:
            return self.changed(random.choice(self.tellings))
        return self.changed([[f"{story} ", "STORY", True, None] for story in random.sample(self.stories, random.randint(1, 3))])

    def changed(self, pieces):
        pieces = [list(piece) for piece in pieces]
        if random.random() < 0.6:
            self.exchange_values(pieces)
        if random.random() < 0.25:
            first = pieces[0]
            before = [f"{random.choice(self.stories)} ", "STORY", True, None]
            pieces = [before, [first[0], first[1], random.random() < 0.6, first[3]], *pieces[1:]]
        if random.random() < 0.2:
            pieces.append([f" {random.choice(self.stories)}", "STORY", random.random() < 0.6, None])
        if random.random() < 0.3:
            plain = lambda text: re.sub(r"\s+", " ", tagger.without_marks(text)).lower() if text.strip() else text
            pieces = [[plain(text), *rest] for text, *rest in pieces]
        return pieces

    def exchange_values(self, pieces):
        """Other numbers, years and names in their places, the same for the same."""

        def shuffled(words):
            return dict(zip(words, random.sample(words, len(words))))

        others = {**shuffled(UNITS), **(shuffled(TEENS) if random.random() < 0.5 else {}), **shuffled(TENS)}
        digits = shuffled(list("123456789")) if random.random() < 0.7 else {}
        if random.random() < 0.5:
            for text, part, _, _ in pieces:
                for word, _, _ in tagger.words_of(text) if part in ("WRONG", "RIGHT") else []:
                    if word[0].isupper() and kind_of(word) == 0:
                        others.setdefault(word, random.choice(self.names))

        def exchange(found):
            word = found.group()
            if word in others:
                return others[word]
            if word.lower() in others:
                return others[word.lower()].capitalize()
            if re.fullmatch(r"\d{4}", word):
                return word[:2] + "".join(digits.get(digit, digit) for digit in word[2:])
            return word

        for piece in pieces:
            piece[0] = re.sub(r"\w+(?:['’]\w+)*", exchange, piece[0])


class Reader(tagger.Reader):
    def example(self, pieces):
        """The numbers of each word, its part, and which pairs of words end a right and a wrong value; None for too long a talk."""
        text, bounds = "", []
        for piece, part, starts, number in pieces:
            text += "\n" if starts else ""
            bounds.append((len(text), len(text) + len(piece), part, number))
            text += piece
        rows, parts, ends, ids, before = [], [], {}, {}, 0
        for found in tagger.WORD.finditer(text):
            between, word = text[before : found.start()], found.group()
            mark = 2 if not rows or re.search(r"[.!?…\n]", between) else 1 if re.search(r"[,;:—–()]| - ", between) else 0
            quoted = 1 if re.search(r'["“”]', between) else 0
            starts = 1 if "\n" in between or not rows else 0
            same = ids.setdefault(word.lower().replace("’", "'"), len(ids) + 1)
            at = next((at for at, (start, end, _, _) in enumerate(bounds) if start <= found.start() < end), None)
            parts.append(PARTS.index(bounds[at][2]) if at is not None else 0)
            ends[at] = len(rows)
            rows.append((*self.parts(word), mark, quoted, kind_of(word), starts, same))
            before = found.end()
        if not rows or len(rows) > LONGEST:
            return None
        rights = {bounds[at][3]: word for at, word in ends.items() if at is not None and bounds[at][2] == "RIGHT"}
        pairs = [
            (rights[bounds[at][3]], word)
            for at, word in ends.items()
            if at is not None and bounds[at][2] == "WRONG" and bounds[at][3] in rights
        ]
        return rows, parts, pairs


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.project, self.out = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.likeness = nn.Parameter(torch.randn(HEADS, LIKENESSES) * 0.3)
        self.distances = nn.Parameter(torch.zeros(HEADS, 2 * FARTHEST + 1))
        self.drop = nn.Dropout(0.1)

    def forward(self, read, likenesses, steps, is_word):
        batch, count, _ = read.shape
        size = WIDTH // HEADS
        asks, offers, tells = self.project(self.norm(read)).view(batch, count, 3, HEADS, size).permute(2, 0, 3, 1, 4)
        scores = asks @ offers.transpose(-1, -2) / math.sqrt(size)
        scores = scores + (self.likeness @ likenesses.flatten(2)).view(batch, HEADS, count, count) + self.distances[:, steps]
        scores = scores.masked_fill(~is_word[:, None, None, :], -1e4)
        mixed = (self.drop(scores.softmax(-1)) @ tells).transpose(1, 2).reshape(batch, count, WIDTH)
        return read + self.out(mixed)


class Network(nn.Module):
    def __init__(self, tables, vectors):
        super().__init__()
        fixed = lambda table: nn.Embedding.from_pretrained(table, freeze=True)
        self.own, self.endings, self.beginnings = fixed(tables["own"]), fixed(tables["endings"]), fixed(tables["beginnings"])
        self.register_buffer("vectors", torch.tensor(vectors, dtype=torch.float32) * 3)
        self.register_buffer("units", self.vectors / (self.vectors.norm(dim=1, keepdim=True) + 1e-6))
        self.tables = tables
        self.kinds = nn.Embedding(len(KINDS) + 3, KIND)
        read = tables["input"].shape[1]
        self.enter = nn.Linear(WIDTH + read + KIND + 3, WIDTH)
        conv = lambda far: nn.Conv1d(WIDTH, 2 * WIDTH, 3, padding=far, dilation=far)
        self.layers = nn.ModuleList(conv(int(plan[1:])) if plan[0] == "c" else Attention() for plan in LAYERS)
        self.parts = nn.Linear(WIDTH, len(PARTS))
        self.right, self.wrong, self.is_right, self.is_wrong = nn.Linear(WIDTH, PAIR), nn.Linear(WIDTH, PAIR), nn.Linear(WIDTH, 1), nn.Linear(WIDTH, 1)
        self.likeness, self.distances = nn.Parameter(torch.zeros(LIKENESSES)), nn.Parameter(torch.zeros(2 * FARTHEST + 1))
        self.none_hidden, self.none = nn.Linear(WIDTH, 32), nn.Linear(32, 1)
        self.drop, self.drop_input = nn.Dropout(0.1), nn.Dropout(0.1)

    def meant(self, inputs, is_word):
        """What the tagger makes of each word."""
        here = torch.relu(functional.linear(inputs, self.tables["input"], self.tables["inputBiases"].flatten())) * is_word
        here = here.transpose(1, 2)
        for at, far in enumerate(tagger.DILATIONS):
            taps = torch.stack([self.tables[f"layer{at}.tap{tap}"] for tap in range(3)], -1)
            value, gate = functional.conv1d(here, taps, self.tables[f"layer{at}.biases"].flatten(), padding=far, dilation=far).chunk(2, 1)
            here = (here + torch.tanh(value) * torch.sigmoid(gate)) * is_word.transpose(1, 2)
        return here.transpose(1, 2)

    def forward(self, words):
        own, row, ending, beginning, is_name, mark, quoted, kind, starts, same_id = words.unbind(-1)
        known = own > 0
        is_word = known.unsqueeze(-1)
        heard, vectors = own, self.vectors[row]
        if self.training:  # a word is now and then unknown
            heard = own.masked_fill((torch.rand(own.shape) < 0.1) & known, 1)
            vectors = vectors * (torch.rand(own.shape) > 0.08).unsqueeze(-1)
        base = [self.own(heard), vectors, self.endings(ending), self.beginnings(beginning)]
        flags = [is_name.unsqueeze(-1), functional.one_hot(mark, 3), quoted.unsqueeze(-1)]
        with torch.no_grad():
            meant = self.meant(torch.cat([part.float() for part in base + flags], -1), is_word)
        count = own.shape[1]
        pairs = known.unsqueeze(1) & known.unsqueeze(2) & ~torch.eye(count, dtype=torch.bool)
        alike = lambda ids: (ids.unsqueeze(1) == ids.unsqueeze(2)) & pairs
        both = lambda flag: flag.unsqueeze(1) & flag.unsqueeze(2) & pairs
        same, units = alike(same_id), self.units[row]
        likenesses = torch.stack(
            [
                same.float(),
                (units @ units.transpose(1, 2)) * pairs,
                (alike(kind) & (kind > 0).unsqueeze(1)).float(),
                both((kind > 0) & (kind < 8)).float(),
                both(is_name > 0).float(),
                alike(functional.pad(same_id[:, :-1], (1, 0), value=-1)).float(),
                alike(functional.pad(same_id[:, 1:], (0, 1), value=-2)).float(),
                (alike(beginning) & ~same).float(),
                (alike(ending) & ~same).float(),
            ],
            1,
        )
        places = torch.arange(count)
        far = places[None, :] - places[:, None]
        steps = ((torch.sign(far) * torch.log2(far.abs().float() + 1).mul(1.4).round()).clamp(-FARTHEST, FARTHEST) + FARTHEST).long()
        again = [(same & side[None]).any(-1).unsqueeze(-1) for side in (far < 0, far > 0)]
        inputs = [meant, *base, self.kinds(kind), *flags, starts.unsqueeze(-1), *again]
        here = torch.relu(self.enter(self.drop_input(torch.cat([part.float() for part in inputs], -1)))) * is_word
        for plan, layer in zip(LAYERS, self.layers):
            if plan[0] == "c":
                value, gate = layer(self.drop(here).transpose(1, 2)).transpose(1, 2).chunk(2, -1)
                here = (here + value * torch.sigmoid(gate)) * is_word
            else:
                here = layer(here, likenesses, steps, known) * is_word
        here = self.drop(here)
        scores = self.right(here) @ self.wrong(here).transpose(1, 2) / math.sqrt(PAIR) + self.is_right(here) + self.is_wrong(here).transpose(1, 2)
        scores = scores + (self.likeness @ likenesses.flatten(2)).view(-1, count, count) + self.distances[steps]
        none = self.none(torch.relu(self.none_hidden(here.masked_fill(~is_word, -9).amax(1))))
        return self.parts(here), scores.masked_fill(~pairs, -1e4), none


def loss_of_pairs(scores, none, pairs):
    batch = scores.shape[0]
    scores, pairs = scores.view(batch, -1), pairs.view(batch, -1)
    every = torch.logsumexp(torch.cat([scores, none], 1), 1)
    right = torch.logsumexp(scores.masked_fill(~pairs, -1e9), 1)
    return (every - torch.where(pairs.any(1), right, none[:, 0])).mean()


def batches(examples, reader, count):
    made = []
    while len(made) < count:
        example = reader.example(examples.one())
        if example:
            made.append(example)
    made.sort(key=lambda example: len(example[0]) + random.random() * 8)
    cut = [made[at : at + BATCH] for at in range(0, count, BATCH)]
    random.shuffle(cut)
    for batch in cut:
        longest = max(len(rows) for rows, _, _ in batch)
        words, parts = torch.zeros(BATCH, longest, 10, dtype=torch.long), torch.full((BATCH, longest), -100)
        pairs = torch.zeros(BATCH, longest, longest, dtype=torch.bool)
        for at, (rows, meant, ends) in enumerate(batch):
            words[at, : len(rows)], parts[at, : len(meant)] = torch.tensor(rows), torch.tensor(meant)
            for right, wrong in ends:
                pairs[at, right, wrong] = True
        yield words, parts, pairs


def train(network, examples, reader):
    optimizer = torch.optim.AdamW([each for each in network.parameters() if each.requires_grad], RATE, weight_decay=2e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=EPOCHS * TALKS // BATCH)
    weights, started = torch.tensor([1.0, 1.5, 2.0, 2.0]), time.time()
    for epoch in range(EPOCHS):
        network.train()
        losses = []
        for words, parts, pairs in batches(examples, reader, TALKS):
            of_parts, scores, none = network(words)
            of_parts = functional.cross_entropy(of_parts.flatten(0, 1), parts.flatten(), weight=weights, label_smoothing=0.03)
            loss = of_parts + loss_of_pairs(scores, none, pairs)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        print(f"epoch {epoch + 1} of {EPOCHS}: loss {np.mean(losses):.4f}, {time.time() - started:.0f} s", file=sys.stderr, flush=True)
    return network.eval()


def measure(network, reader, talks):
    """Counts on talks that weren't learned from: right and wrong corrections, and those found where there is none."""
    for bar in (0.4, 0.5, 0.6, 0.7, 0.8):
        right = wrong = none = false = 0
        with torch.no_grad():
            for rows, _, pairs in filter(None, map(reader.example, talks)):
                _, scores, nothing = network(torch.tensor(rows)[None])
                chances = torch.cat([scores.flatten(), nothing.flatten()]).softmax(0)
                best = int(chances[:-1].argmax())
                found, is_right = chances[best] > bar, divmod(best, len(rows)) in pairs
                right, wrong = right + bool(pairs and found and is_right), wrong + bool(pairs and found and not is_right)
                none, false = none + (not pairs), false + bool(not pairs and found)
        print(f"from {bar}: {right} right, {wrong} wrong of {len(talks) - none}; {false} of {none} where there is none", file=sys.stderr)


def write(network, data_hash, path):
    """As slip-network.ts reads it."""
    both = lambda name, layer: [(name, layer.weight), (f"{name}.biases", layer.bias)]
    tables = [("kinds", network.kinds.weight), *both("enter", network.enter)]
    for at, (plan, layer) in enumerate(zip(LAYERS, network.layers)):
        if plan[0] == "c":
            tables += [(f"layer{at}.tap{tap}", layer.weight[:, :, tap]) for tap in range(3)] + [(f"layer{at}.biases", layer.bias)]
        else:
            tables += [*both(f"layer{at}.norm", layer.norm), *both(f"layer{at}.project", layer.project), *both(f"layer{at}.out", layer.out)]
            tables += [(f"layer{at}.likeness", layer.likeness), (f"layer{at}.distances", layer.distances)]
    for name, layer in [("parts", network.parts), ("right", network.right), ("wrong", network.wrong), ("isRight", network.is_right), ("isWrong", network.is_wrong)]:
        tables += both(name, layer)
    tables += [("likeness", network.likeness), ("distances", network.distances)]
    tables += [*both("noneHidden", network.none_hidden), *both("none", network.none)]
    tagger.write_tables(path, {"dataHash": data_hash, "layers": LAYERS}, tables)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--without", default="")
    parser.add_argument("--out", default=HERE / "slip-model.bin")
    options = parser.parse_args()
    left_out = set(filter(None, options.without.split(",")))
    random.seed(1)
    torch.manual_seed(1)
    head, tables = read_tagger()
    rows, vectors = tagger.read_vectors("en")
    reader = Reader(head["words"], rows)
    talks = read_talks()
    learned = [talk for author, own in talks.items() if author not in left_out for talk in own]
    turns = tagger.marked_turns(set(), "en")
    stories = [" ".join(pieces[0][0].split(" ")[:STORY_WORDS]) for _, pieces in turns if len(pieces) == 1 and pieces[0][1] == "STORY"]
    print(f"{len(learned)} talks, {len(stories)} stories", file=sys.stderr)
    network = train(Network(tables, vectors), Examples(learned, read_tellings(), stories), reader)
    if left_out:
        measure(network, reader, [talk for author in left_out for talk in talks[author]])
    # A model that learned from a part of the data only measures; its hash fits no data.
    write(network, "" if left_out else data_hash(head["dataHash"]), options.out)


if __name__ == "__main__":
    main()
