"""Made tables that questions are asked of, read by the real registry."""

from collections.abc import Callable
from functools import cache

import pytest

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.read import read_question
from registry.store import DatasetStore
from tests.agent.reasoning.reading.crew import CREWS

BAKERY = """receipt,sold on,at,product,kind,size,quantity,price (EUR),loyalty,note
B-1,2023-01-02,08:15:00,rye loaf,bread,L,1,4.20,yes,
B-1,2023-01-02,08:15:00,croissant,pastry,S,3,1.60,yes,warm please
B-2,2023-02-10,12:40:00,rye loaf,bread,M,2,3.10,no,
B-3,2023-03-15,17:05:00,seed bun,bread,S,6,0.90,no,for a party
B-4,2024-01-20,09:30:00,croissant,pastry,S,2,1.70,yes,
B-4,2024-01-20,09:30:00,plum cake,pastry,L,1,12.50,yes,warm please
B-5,2024-02-29,18:45:00,rye loaf,bread,L,1,4.40,no,
B-6,2024-12-24,10:10:00,plum cake,pastry,M,1,8.00,no,for a party
"""
CLINIC = """patient_id,ward,sex,age,weight_before,weight_after,admitted,discharged
00017,North,F,34,71.5,70.2,2024-03-02,2024-03-09
00021,South,M,58,88.0,86.1,2024-03-04,
00035,North,M,71,79.3,78.8,2024-04-11,2024-05-02
00042,East,F,49,64.4,66.0,2024-05-20,2024-05-24
"""
VISITORS = """visitor_id,country,registered
V1,Peru,03/04/2025
V2,Kenya,05/06/2025
V3,Peru,07/08/2025
"""
VISITS = """visit_no,visitor_id,visited,amount
1001,V1,2025-01-30,20
1002,V1,2025-02-14,35
1003,V3,2025-03-21,15
1004,V9,2025-04-05,50
"""
PARCELS = """parcel_id,sent on,from depot,to depot,weight (kg),service,zone,sender
Q1,2024-01-09,OSL,BGO,1.5,express,1,firm
Q2,2024-02-11,BGO,OSL,2.5,economy,2,
Q3,2024-03-02,TRD,OSL,9.1,express,3,home
Q4,2024-04-21,OSL,TRD,0.7,standard,1,firm
Q5,2024-08-30,OSL,BGO,3.3,economy,3,home
Q6,2024-12-01,BGO,TRD,4.2,express,2,
Q6,2024-12-01,BGO,TRD,4.2,express,2,
"""
DEPOTS = """code,depot name,country
OSL,Oslo Nord,Norway
BGO,Bergen Havn,Norway
TRD,Trondheim Vest,Norway
CPH,Kobenhavn Syd,Denmark
"""
HOMES = """ref,kind,price (EUR),listed
L1,flat,200000,2024-03-01
L2,house,410000,2024-03-01
L3,flat,180000,2024-04-05
L3,flat,180000,2024-04-05
"""
TRAINS = """route,dep_delay,arr_delay
R1,3,5
R1,0,1
R2,7,9
R2,2,8
R3,4,4
"""

INNS = """inn_id,inn_name,town,star_rating,review_count,kind,brand_name
I1,The Anchor,Leith,3.5,120,Inn,Best Rest
I2,The Crown,Leith,4.0,80,Hotel,
I3,Old Mill,Perth,2.5,15,Inn,
I4,Harbour House,Leith,3.0,210,Hotel,Quay Stays
I5,Station Rooms,Perth,4.5,44,Inn,Best Rest
"""
TRAMS = """\
tram_id,line,opened,closed,NO3 (mg/l),ride minutes,delay,inside doors,outside doors,dose,energy (kWh),fine,remark
T-1,red,2021-03-01,,4.5,12,0,2,3,0.1,31.5,0,Calm ride
T-2,red,2021-08-15,2023-05-01,5.5,25,4,3,1,0.5,28.0,20,
T-3,blue,2022-02-10,,3.5,31,0,4,4,0.1,40.2,0,Creaky door
T-4,blue,2022-11-30,,6.5,8,7,1,2,0.5,22.7,35,Calm driver
T-5,green,2023-06-20,2024-01-10,2.5,45,,2,1,0.1,51.0,0,
T-6,green,2024-04-05,,8.5,19,2,5,2,0.5,33.3,15,Creaky floor
T-7,red,2024-09-09,,7.5,22,1,2,2,0.1,30.1,0,
T-8,blue,2024-09-19,,5.0,27,3,2,3,0.5,35.4,10,Calm stop
"""
BELEGE = """Beleg;Belegdatum;Kunde;Nettobetrag;Bruttobetrag;Status
B-01;03.01.2023;Alt;1.200,50;1.428,60;bezahlt
B-02;14.02.2023;Neu;800,00;952,00;offen
B-03;21.03.2023;Alt;2.400,00;2.856,00;storniert
B-04;05.04.2024;Neu;150,25;178,80;offen
B-05;19.05.2024;Alt;990,00;1.178,10;bezahlt
"""

FERRIES = """Crossing No,Sailed,From pier,To pier,Dur_min,DepDelay,ArrDelay,Length_km,Ticket fare
C-1,2024-01-02 08:10,Old Pier,Lighthouse,35,0,4,12.5,$9.00
C-2,2024-01-02 09:40,Lighthouse,Old Pier,41,6,0,12.5,$9.50
C-3,2024-02-03 10:15,Old Pier,Mill Quay,22,0,0,7.0,$5.00
C-4,2024-02-04 18:30,Mill Quay,Lighthouse,55,11,19,19.0,$14.00
C-5,2024-03-09 07:05,Old Pier,Lighthouse,33,2,1,12.5,$9.00
"""
PURSE = """Day,Who,Purpose,Amount (EUR)
2024-01-03,Kiosk,Sweets,-2.50
2024-01-09,Grandma,Gift,20.00
2024-02-11,Cinema,Fun,-9.00
2024-02-12,Kiosk,Sweets,-3.10
"""
BORROWINGS = """slip,tool_code,day_out,day_returned
S1,T7,2024-03-01,2024-03-04
S2,T7,2024-03-08,
S3,T9,2024-03-09,2024-03-10
"""
MARKS = """氏名,組,性別,数学,英語
佐藤,1,男,70,60
鈴木,1,女,82,77
高橋,2,女,55,91
"""

CELLAR = """\
bottle_no,shelf,grape,laid_down,opened,tasted,invoice_paid,list price (EUR),auction price (EUR),litres drunk
B1,upper,merlot,2023-01-02 10:00,2023-01-03 22:00,yes,true,12,15,0.7
B2,upper,syrah,2023-01-05 08:00,2023-01-05 20:00,no,false,30,22,0.2
B3,lower,merlot,2023-02-01 09:00,,no,false,25,,0.0
B4,lower,gamay,2023-02-11 09:00,2023-02-19 09:00,yes,true,18,19,1.1
"""
ISLES = """Isle,Sea,Merriness Rank,Merriness Score,Generosity
Aldra,North,1,7.9,0.41
Borrin,North,2,7.1,0.22
Cott,South,3,6.0,0.52
Dunmar,South,4,5.2,0.11
Erris,West,5,4.8,0.37
Farrow,West,6,4.1,0.29
"""
MEMBERS = """age,sex,kids,drinker,club,bills
31,female,2,yes,East,210.50
24,male,0,no,West,95.00
58,female,1,no,East,120.25
45,male,3,yes,South,240.00
37,female,0,no,South,99.90
"""
WARDS = """votes_dem,votes_gop,votes_all,county_name,state_abbr
50,40,95,Adams,PA
20,70,92,Adams,OH
30,31,62,Bowie,OH
80,10,91,Clark,OH
15,25,41,Clark,PA
33,20,60,Dover,PA
"""
MARKT = """Beleg;Datum;Uhrzeit;Filiale;Ware;Menge;Umsatz (€);Zahlart;Bezahlt;Kunde
B-01;03.01.2023;09:10;Köln;Saft;3;7,50;Karte;ja;K1
B-01;03.01.2023;09:10;Köln;Senf;1;2,10;Karte;ja;K1
B-02;14.02.2023;11:20;Ulm;Saft;2;5,00;Bar;nein;K2
B-03;20.02.2023;18:05;Köln;Lastenrad;1;900,00;Bar;ja;K1
B-04;01.03.2023;12:45;Ulm;Senf;4;8,40;Karte;nein;K3
"""
VERLEIH = """Vertrag;Beginn;Rückgabe;Rad;Mietpreis
V-01;01.03.2023;04.03.2023;Citybike;36,00
V-02;05.03.2023;;E-Bike;80,00
V-03;09.03.2023;10.03.2023;Citybike;12,00
"""
GAKUSEI = """番号,氏名,学年,組,性別,国語,数学,提出済,返却日
01,林 花,1,A,女,70,64,はい,2024-05-01
02,森 健,1,B,男,85,,いいえ,
03,原 凛,2,A,女,92,81,はい,2024-05-03
04,東 湊,2,B,男,58,77,いいえ,
"""
GAMES = """game_id,played,home team,weather,attendance,paid
G1,2024-03-02,Lions,rain,1200,yes
G2,2024-03-09,Bears,sunny,3400,no
G3,2024-04-06,Lions,sunny,2800,yes
"""

BALLOTS = """ward,counted,votes cast,Ito,Ruiz,monthly cost
1,2024-05-02,100,60,35,12.5
2,2024-05-09,80,30,45,13.0
3,2024-06-01,90,50,35,12.9
"""

TABLES = {
    **CREWS,
    "ballots.csv": BALLOTS,
    "cellar.csv": CELLAR,
    "isles.csv": ISLES,
    "members.csv": MEMBERS,
    "wards.csv": WARDS,
    "marks.csv": MARKS,
    "trams.csv": TRAMS,
    "belege.csv": BELEGE,
    "ferries.csv": FERRIES,
    "purse.csv": PURSE,
    "borrowings.csv": BORROWINGS,
    "bakery_sales.csv": BAKERY,
    "clinic.csv": CLINIC,
    "visitors.csv": VISITORS,
    "visits.csv": VISITS,
    "parcels.csv": PARCELS,
    "depots.csv": DEPOTS,
    "homes.csv": HOMES,
    "trains.csv": TRAINS,
    "inns.csv": INNS,
    "markt.csv": MARKT,
    "verleih.csv": VERLEIH,
    "gakusei.csv": GAKUSEI,
    "games.csv": GAMES,
}


def freshly_loaded(*files: str) -> DatasetStore:
    store = DatasetStore()
    for name in files:
        store.add("talk", name, TABLES[name].encode())
    return store


loaded = cache(freshly_loaded)
"""The same tables are read once for all tests; nobody may change what is in this store."""


class Talk:
    """A conversation with the rules alone: nothing is executed."""

    def __init__(self, *files: str) -> None:
        self._store = loaded(*files)
        self._last: Decision | None = None

    def prompt(self, question: str) -> ReadQuestion:
        """What a question is put to the rules with: what the one before left behind is in it."""
        last = self._last
        waits = bool(last and (len(last.readings) > 1 or last.next_action == "ask"))
        return ReadQuestion(
            question,
            tuple(dataset.profile for dataset in self._store.datasets("talk")),
            self._store.find_values("talk", question),
            last.frame if last else None,
            {"kind": "clarify", "checkpoint_id": "c", "message": "", "prompt": "", "options": [], "context": {}}
            if waits
            else None,
            tuple(last.remember) if last else (),
            shared_keys=self._store.shared_keys("talk"),
        )

    def ask(self, question: str) -> Decision:
        """The decision on a question, with what the one before left behind."""
        self._last = read_question(self.prompt(question))
        return self._last


class ChangingTalk(Talk):
    """A conversation in which tables come and go: they are its own."""

    def __init__(self, *files: str) -> None:
        super().__init__(*files)
        self._store = freshly_loaded(*files)

    def exchange(self, old: str, new: str) -> None:
        """Removes a table and loads another."""
        gone = next(dataset for dataset in self._store.datasets("talk") if dataset.name == old)
        self._store.remove("talk", gone.dataset_id)
        self._store.add("talk", new, TABLES[new].encode())


@pytest.fixture
def talk() -> Callable[..., Talk]:
    """Starts a conversation about some of the tables."""
    return Talk


@pytest.fixture
def bakery() -> Talk:
    return Talk("bakery_sales.csv")


@pytest.fixture
def clinic() -> Talk:
    return Talk("clinic.csv")


@pytest.fixture
def trams() -> Talk:
    return Talk("trams.csv")


@pytest.fixture
def belege() -> Talk:
    return Talk("belege.csv")
